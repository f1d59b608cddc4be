import Foundation
import RestorationKit
import TestSupport
import Testing

/// Process 1 of a container, started by unshare(1), which not every machine permits.
@Suite(.enabled(if: Namespace.isAvailable)) struct `A session in process 1` {
    private let sandbox = Sandbox()

    @Test func `saves at SIGTERM, and ends with the status of the signal`() throws {
        let lines = try Namespace.run(sandbox.root, "typed", "then", "wait", killing: "TERM")

        #expect(lines.suffix(3) == ["waiting", "saved", "status 143"])
    }

    @Test func `ends at a second signal if it hangs`() throws {
        let lines = try Namespace.run(sandbox.root, "typed", "then", "hang", killing: "TERM")

        #expect(lines.suffix(2) == ["waiting", "status 143"])
    }
}

private enum Namespace {
    static let isAvailable: Bool = (try? shell("unshare --pid --fork true && echo yes")) == ["yes"]

    /// Runs the helper as process 1, and sends a signal each time it reports that it waits.
    static func run(_ arguments: String..., killing signal: String) throws -> [String] {
        // Sent from outside the namespace, where process 1 is unshare's child.
        try shell(
            """
            mkfifo '\(arguments[0])/lines'
            unshare --pid --fork '\(SessionHelper.path)' \(arguments.joined(separator: " ")) \
                > '\(arguments[0])/lines' & unshare=$!
            while read -r line; do
                echo "$line"
                [ "$line" = waiting ] || continue
                child=$(cat /proc/$unshare/task/$unshare/children)
                kill -\(signal) $child
                [ '\(arguments.last ?? "")' = hang ] || continue
                # On a busy machine the first one may arrive late, and the second one too soon.
                while timeout 0.7 tail -f /dev/null; kill -\(signal) $child; do :; done
            done < '\(arguments[0])/lines'
            wait $unshare; echo "status $?"
            """
        )
    }

    private static func shell(_ script: String) throws -> [String] {
        try SessionHelper.run("-c", script) { process in
            process.executableURL = URL(filePath: "/bin/sh")
            process.standardError = FileHandle.nullDevice
        }
    }
}
