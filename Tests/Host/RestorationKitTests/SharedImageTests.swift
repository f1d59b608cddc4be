import Foundation
import RestorationKit
import TestSupport
import Testing

/// A host that is itself a plugin, whose program closes it after use.
@Suite struct `A library that uses sessions` {
    @Test func `has no thread left when the last session is closed`() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<3 {
                let sandbox = Sandbox()
                let root = Screen("Tabs")
                let session = try sandbox.restoredSession(of: root)
                try session.preserveNow()
                session.close()
                precondition(!threads().contains("restoration"), "The thread is still there")
                withExtendedLifetime(sandbox) {}
            }
        }
    }

    @Test func `stays in memory when its program closes it`() throws {
        let sandbox = Sandbox()
        let library = sandbox.root + "/libstaying.so"
        let sources = Repository.path("Sources/Foundations/CRestorationSystem")
        let built = try SessionHelper.run(
            "-c",
            "clang -D_GNU_SOURCE -shared -fPIC -I '\(sources)/include' '\(sources)/loading.c'"
                + " -o '\(library)' && echo built"
        ) { $0.executableURL = URL(filePath: "/bin/sh") }
        try #require(built == ["built"])

        #expect(closed(library, afterCalling: "restoration_stay_loaded"))
    }
}

/// The names of the process's threads.
private func threads() -> [String] {
    let tasks = "/proc/self/task"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return numbers.compactMap {
        (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8))?
            .trimmingCharacters(in: .newlines)
    }
}

/// Opens a library, calls its function, and closes it. Returns whether the library is still loaded.
private func closed(_ library: String, afterCalling function: String) -> Bool {
    guard let handle = unsafe dlopen(library, RTLD_NOW | RTLD_LOCAL) else { return false }
    // Invariant: the function has no parameters and no result.
    unsafe unsafeBitCast(dlsym(handle, function), to: (@convention(c) () -> Void).self)()
    unsafe dlclose(handle)
    return unsafe dlopen(library, RTLD_NOW | RTLD_NOLOAD) != nil
}
