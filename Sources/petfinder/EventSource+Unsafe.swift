import Glibc

/// What the event loop waits for: keys, the session, the window's size, and the time.
struct EventSource {
    /// What there is to do.
    struct Ready {
        var input = false
        var windowSize = false
    }

    /// ncurses may hold keys that it has read already; then there is nothing to wait for.
    var mayHaveKeys = true
    /// How often there should have been a key and was none.
    private var silences = 0
    private var descriptors: [pollfd]

    init(session: Int32, windowSize: Int32) {
        descriptors = [STDIN_FILENO, session, windowSize].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
    }

    /// Waits until something is ready or the time is over; negative for no limit. Signals end it,
    /// too: their handlers have made the session ready.
    mutating func wait(milliseconds: Int32) -> Ready {
        for index in descriptors.indices { descriptors[index].revents = 0 }
        // Invariant: the array is alive and unchanged during the call.
        _ = unsafe poll(&descriptors, nfds_t(descriptors.count), mayHaveKeys ? 0 : milliseconds)
        return Ready(
            input: descriptors[0].revents != 0,
            windowSize: descriptors[2].revents != 0
        )
    }

    /// Notes that no key came. A terminal that is ready again and again and yields nothing is gone:
    /// true then. A single time happens, with half a character for instance.
    mutating func noteSilence(isReady: Bool) -> Bool {
        silences = isReady ? silences + 1 : 0
        return silences > 20
    }
}
