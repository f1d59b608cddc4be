import Foundation
import RestorationKit
import Testing

@Suite struct `Loading plugins before they are needed` {
    @Test func `maps each of them and returns why some cannot be used`() throws {
        let sandbox = Sandbox()
        let directory = sandbox.root + "/plugins"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: false
        )
        // Built with the tests. The dynamic loader treats a copy as another library.
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        for name in ["libRestorationSwiftSample.so", "libRestorationMismatchedSample.so"] {
            try FileManager.default.copyItem(
                atPath: (program as NSString).deletingLastPathComponent + "/" + name,
                toPath: directory + "/" + name
            )
        }
        var options = RestorationOptions()
        options.usesStoredState = false
        options.pluginDirectories = [directory]
        let session = try RestorationSession(application: "org.example.app", options: options)
        defer { session.close() }
        #expect(
            session.plugins.map(\.identifier).sorted()
                == ["org.example.mismatched", "org.example.sample"]
        )
        #expect(session.pluginFaults == [])
        #expect(!isLoaded(directory + "/libRestorationSwiftSample.so"))

        let faults = session.loadPlugins()

        #expect(faults.count == 1)
        #expect(faults.first?.place?.contains("libRestorationMismatchedSample.so") == true)
        #expect(isLoaded(directory + "/libRestorationSwiftSample.so"))
    }

    /// Asks the dynamic loader, since other tests change the list of mappings during a read.
    private func isLoaded(_ file: String) -> Bool {
        unsafe dlopen(file, RTLD_LAZY | RTLD_NOLOAD) != nil
    }
}
