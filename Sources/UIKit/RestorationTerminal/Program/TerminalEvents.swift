import Dispatch
import Foundation
import RestorationUIKit
import TerminalScreen

/// Tells on the main queue what happens at the terminal.
@MainActor final class TerminalEvents {
    private let terminal: Terminal
    private let input: any DispatchSourceRead
    private var room: (any DispatchSourceWrite)?
    private var event: (any DispatchSourceRead)?
    private let onRoom: () -> Void
    private let onEvent: () -> Void
    private let silence: any DispatchSourceTimer
    /// A source that is suspended twice has to be resumed twice.
    private var isReading = true

    /// - Parameters:
    ///   - onInput: Something was typed.
    ///   - onSilence: Nothing was for so long that it says what came last.
    ///   - onRoom: The terminal takes output again.
    ///   - onEvent: The window or the process has changed.
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

    /// What is typed is for another process: reading it would stop this one.
    func stopReading() {
        if isReading { input.suspend() }
        isReading = false
    }

    func startReading() {
        if !isReading { input.resume() }
        isReading = true
    }

    /// Tells of events, and of room as long as the terminal has not taken all.
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

    /// Other code of the process may have closed the descriptor that was watched.
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
