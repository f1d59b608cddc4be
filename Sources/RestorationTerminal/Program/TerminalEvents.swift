import Dispatch
import Foundation
import RestorationUIKit
import TerminalScreen

/// Tells on the main queue what happens at the terminal.
@MainActor final class TerminalEvents {
    private let terminal: Terminal
    private let input: any DispatchSourceRead
    private let room: any DispatchSourceWrite
    private let event: any DispatchSourceRead
    private let silence: any DispatchSourceTimer
    /// A source that is suspended twice has to be resumed twice.
    private var isReading = true
    private var isAwaitingRoom = false

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
        input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        event = DispatchSource.makeReadSource(
            fileDescriptor: terminal.eventDescriptor,
            queue: .main
        )
        room = DispatchSource.makeWriteSource(
            fileDescriptor: terminal.outputDescriptor,
            queue: .main
        )
        silence = DispatchSource.makeTimerSource(queue: .main)
        input.setEventHandler { MainActor.assumeIsolated { onInput() } }
        event.setEventHandler { MainActor.assumeIsolated { onEvent() } }
        room.setEventHandler { MainActor.assumeIsolated { onRoom() } }
        silence.setEventHandler { MainActor.assumeIsolated { onSilence() } }
        input.resume()
        event.resume()
        silence.resume()
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

    /// Tells of room as long as the terminal has not taken all.
    func awaitRoom() {
        guard terminal.isBusy != isAwaitingRoom else { return }
        isAwaitingRoom.toggle()
        isAwaitingRoom ? room.resume() : room.suspend()
    }

    func awaitSilence() {
        guard let deadline = terminal.silenceDeadline else {
            return silence.schedule(deadline: .distantFuture)
        }
        let wait = max(.zero, deadline - .now)
        silence.schedule(deadline: .now() + wait / .seconds(1))
    }
}
