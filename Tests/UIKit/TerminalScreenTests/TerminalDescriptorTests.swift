import Foundation
import TerminalScreen
import TestSupport
import Testing

/// The terminal while other code of the process closes its descriptors.
@Suite struct `A terminal beside other users of descriptors` {
    @Test func `does not write to files that reuse its descriptor numbers, and continues`() async {
        await #expect(processExitsWith: .success) {
            let master = try standOnPseudoTerminal()
            let terminal = try Terminal()
            try terminal.start()
            // Invariant (tmpfile(3)): the stream stays open.
            let file = unsafe fileno(tmpfile())
            let numbers = [terminal.outputDescriptor, terminal.eventDescriptor]
            for number in numbers { dup2(file, number) }

            terminal.show(Canvas(size: terminal.size), mark: "drawn")
            precondition(terminal.flush(), "The terminal seems to be gone")
            precondition(!isReadable(terminal.eventDescriptor), "The loop would spin")
            // Threads of dispatch queues block signals, so the main thread receives this one.
            kill(getpid(), SIGWINCH)
            precondition(
                isReadable(terminal.eventDescriptor, within: 5_000),
                "Nothing wakes the loop"
            )
            precondition(terminal.takeEvents().isResized)
            precondition(!isReadable(terminal.eventDescriptor))

            var facts = stat()
            // Invariant (fstat(2)): writes only into the given structure.
            _ = unsafe fstat(file, &facts)
            precondition(facts.st_size == 0, "\(facts.st_size) bytes are in a foreign file")
            var text = ""
            while !text.contains("drawn"), isReadable(master, within: 5_000) {
                text += readPart(of: master)
            }
            precondition(text.contains("drawn"), text)
        }
    }
}

/// Makes a pseudo-terminal standard input and output. Returns its master descriptor.
private func standOnPseudoTerminal() throws -> Int32 {
    unsafe setenv("TERM", "xterm", 1)
    var (master, terminal): (Int32, Int32) = (-1, -1)
    // Invariant (openpty(3)): writes two descriptors; no name, modes or size are requested.
    try #require(unsafe openpty(&master, &terminal, nil, nil, nil) == 0)
    dup2(terminal, STDIN_FILENO)
    dup2(terminal, STDOUT_FILENO)
    return master
}

private func readPart(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    // Invariant (read(2)): writes at most as many bytes as the array has.
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
}

private func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Invariant (poll(2)): one entry, which outlives the call.
    return unsafe poll(&entry, 1, milliseconds) == 1
}
