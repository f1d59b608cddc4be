import Crypto
import Foundation

/// A temporary directory of the benchmark, removed on deinit.
final class Sandbox {
    let root = URL.temporaryDirectory.appending(
        path: "restoration-benchmark-" + UUID().uuidString
    )

    init() throws {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }
}

/// A file as a program without RestorationKit would protect it: sealed as a whole and replaced
/// atomically. Unlike a session, it does not wait until the device has stored the data.
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
