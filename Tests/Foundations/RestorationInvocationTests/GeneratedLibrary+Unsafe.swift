import Foundation
import Glibc

@testable import RestorationInvocation

/// A library compiled from C source.
@safe struct GeneratedLibrary: @unchecked Sendable {
    // Invariant: the dynamic loader's handle, never closed.
    private let handle: UnsafeMutableRawPointer

    struct Failed: Error { let message: String }

    init(_ source: String) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "restoration-invocation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "functions.c")
        try Data(source.utf8).write(to: file)
        let library = folder.appending(path: "functions.so")
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "clang", "-std=gnu11", "-O1", "-w", "-shared", "-fPIC", file.path, "-o", library.path,
        ]
        let output = Pipe()
        compiler.standardError = output
        try compiler.run()
        let message = try output.fileHandleForReading.readToEnd() ?? Data()
        compiler.waitUntilExit()
        guard compiler.terminationStatus == 0, let opened = unsafe dlopen(library.path, RTLD_NOW)
        else { throw Failed(message: String(decoding: message, as: UTF8.self)) }
        // The library stays loaded, since the end of its last call is unknown.
        unsafe handle = unsafe opened
    }

    func call(
        _ name: String,
        _ signature: Signature,
        _ arguments: [InvocationValue]
    ) throws -> InvocationOutcome {
        // Invariant: the source has a function of that name and type.
        let function = unsafe try NativeFunction(symbol(name), as: signature)
        return unsafe try function.invoke(arguments)
    }

    /// Calls as ``call(_:_:_:)`` does, but without libffi where possible.
    func callPlainly(
        _ name: String,
        _ signature: Signature,
        _ arguments: [InvocationValue]
    ) throws -> InvocationValue? {
        let function = unsafe try NativeFunction(symbol(name), as: signature)
        return unsafe try function.call(arguments)
    }

    /// The output of the compiler's own call of a function.
    func direct(_ index: Int) -> String {
        typealias Direct = @convention(c) () -> UnsafePointer<CChar>
        let function = unsafe unsafeBitCast(symbol("direct\(index)"), to: Direct.self)
        return unsafe String(cString: function())
    }

    /// The output of the compiler's call of a closure of the same type.
    func through(_ index: Int, _ closure: NativeClosure) -> String {
        typealias Through = @convention(c) (NativeFunction.Address) -> UnsafePointer<CChar>
        let function = unsafe unsafeBitCast(symbol("through\(index)"), to: Through.self)
        return unsafe String(cString: function(closure.address))
    }

    private func symbol(_ name: String) -> NativeFunction.Address {
        unsafe unsafeBitCast(dlsym(handle, name)!, to: NativeFunction.Address.self)
    }
}
