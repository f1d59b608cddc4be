import Foundation
import TestSupport

/// The plugins in four languages for the hosts in `Tests/Fixtures/Hosts`.
enum FramePlugins {
    /// Builds them into a folder.
    static func build(in folder: URL) throws {
        let sources = Repository.path("\(HostProgram.fixtures)/Plugins")
        let shared = ["-shared", "-fPIC", "-fvisibility=hidden", "-o"]
        try compile(
            ["gcc", "-std=c11"] + HostProgram.strict + HostProgram.includes + ["\(sources)/dial.c"]
                + shared
                + ["\(folder.path)/libdialc.so"]
        )
        try compile(
            ["g++", "-std=c++17"] + HostProgram.strict + HostProgram.includes + [
                "\(sources)/dial.cpp"
            ]
                + shared + ["\(folder.path)/libdialcxx.so"]
        )
        try buildRust("\(sources)/dial.rs", in: folder)
        try FileManager.default.copyItem(
            at: Products.folder.appending(path: "libRestorationSwiftSample.so"),
            to: folder.appending(path: "libRestorationSwiftSample.so")
        )
    }

    /// Builds the counter of the guides.
    static func buildCounter(in folder: URL) throws {
        let examples = Repository.path("Docs/Examples/Desk")
        try compile(
            ["gcc", "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden"] + HostProgram.includes
                + ["-I", "\(examples)/Desk/Sources/CDesk/include", "\(examples)/Counter/counter.c"]
                + ["-o", folder.appending(path: "libcounter.so").path]
        )
    }

    private static func buildRust(_ source: String, in folder: URL) throws {
        let binding = Repository.path("Docs/Examples/Tally/Rust/restoration.rs")
        let command = """
            mkdir rust && cd rust && cp '\(source)' dial.rs && cp '\(binding)' restoration.rs &&
            /usr/bin/rustc --edition 2021 --crate-type cdylib dial.rs -o ../libdialrust.so
            """
        try compile(["sh", "-c", command], in: folder)
    }

    private static func compile(_ command: [String], in folder: URL? = nil) throws {
        let compiled = try FinishedProgram("/usr/bin/env", command, in: folder)
        guard compiled.status == 0 else {
            throw HostProgram.Failure(description: compiled.errors)
        }
    }
}
