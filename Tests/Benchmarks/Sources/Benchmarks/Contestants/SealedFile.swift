import Crypto
import Foundation

/// A directory of the benchmark's own, removed when it ends.
final class Sandbox {
    let root = URL.temporaryDirectory.appending(
        path: "restoration-benchmark-" + UUID().uuidString
    )

    init() throws {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }
}

/// What a program does by itself to keep data safe: seal it whole, and replace the file in one
/// step. Unlike a session, it does not wait until the device has it.
final class SealedFile {
    private let sandbox: Sandbox
    private let key = SymmetricKey(size: .bits256)
    private var url: URL { sandbox.root.appending(path: "sealed") }

    init() throws { sandbox = try Sandbox() }

    func write(_ data: Data) throws {
        try AES.GCM.seal(data, using: key).combined!.write(to: url, options: .atomic)
    }

    func read() throws -> Data {
        try AES.GCM.open(AES.GCM.SealedBox(combined: Data(contentsOf: url)), using: key)
    }
}
