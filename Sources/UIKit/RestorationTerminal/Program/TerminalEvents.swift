import Dispatch
import Foundation
import RestorationUIKit
import TerminalScreen

/// Reports the terminal's events on the main queue.
@MainActor final class TerminalEvents {
    private let terminal: Terminal
    private let input: any DispatchSourceRead
    private var room: (any DispatchSourceWrite)?
    private var event: (any DispatchSourceRead)?
    private let onRoom: () -> Void
    private let onEvent: () -> Void
    private let silence: any DispatchSourceTimer
    /// Suspensions of a source count, so suspend it only once.
    private var isReading = true

    /// - Parameters:
    ///   - onInput: Input is available.
    ///   - onSilence: The deadline of a pending key has passed.
    ///   - onRoom: The terminal accepts output again.
    ///   - onEvent: The window was resized, or the process continued.
    init(
        of terminal: Terminal,
        onInput: @escaping () -> Void,
        onSilence: @escaping () -> Void,
        onRoom: @escaping () -> Void,
        onEvent: @escaping () -> Void
    ) {
        self.terminal = terminal
        (self.onRoom, self.onEvent) = (onRoom, onEvent)
        input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        silence = DispatchSource.makeTimerSource(queue: .main)
        input.setEventHandler { MainActor.assumeIsolated { onInput() } }
        silence.setEventHandler { MainActor.assumeIsolated { onSilence() } }
        input.resume()
        silence.resume()
        awaitEvents()
    }

    /// In the background, reading input would stop the process.
    func stopReading() {
        if isReading { input.suspend() }
        isReading = false
    }

    func startReading() {
        if !isReading { input.resume() }
        isReading = true
    }

    /// Watches for events and, while output is queued, for room.
    func awaitRoom() {
        awaitEvents()
        guard terminal.isBusy else {
            room?.cancel()
            room = nil
            return
        }
        let descriptor = terminal.outputDescriptor
        guard descriptor >= 0, room?.handle != UInt(descriptor) else { return }
        room?.cancel()
        let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [onRoom] in MainActor.assumeIsolated { onRoom() } }
        source.resume()
        room = source
    }

    /// Other code may have closed the watched descriptor.
    private func awaitEvents() {
        let descriptor = terminal.eventDescriptor
        guard descriptor >= 0, event?.handle != UInt(descriptor) else { return }
        event?.cancel()
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                self?.onEvent()
                self?.awaitEvents()
            }
        }
        source.resume()
        event = source
    }

    func awaitSilence() {
        guard let deadline = terminal.silenceDeadline else {
            return silence.schedule(deadline: .distantFuture)
        }
        let wait = max(.zero, deadline - .now)
        silence.schedule(deadline: .now() + wait / .seconds(1))
    }
}
