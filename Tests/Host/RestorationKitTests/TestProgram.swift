import Foundation
import RestorationKit

/// A screen with a title, which encodes its children.
final class Screen: RestorableObject {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var title = ""
    var children: [Screen] = []
    var presented: (any Restorable)?
    var declines = false
    var encodingError: (any Error)?
    var decodingError: (any Error)?
    var restorationChildren: [any Restorable] {
        children + [presented].compactMap(\.self)
    }

    init(_ identifier: String?) { restorationIdentifier = identifier }

    init(_ request: CreationRequest) throws {
        restorationIdentifier = request.identifier
        title = try request.parameter("title", as: String.self) ?? ""
        if try request.coder?.decode(Bool.self, forKey: "declines") == true {
            throw CreationDeclined()
        }
    }

    func add(_ child: Screen) {
        child.restorationParent = self
        children.append(child)
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        if let encodingError { throw encodingError }
        coder.encode(title, forKey: "title")
        if declines { coder.encode(true, forKey: "declines") }
        coder.encode(children, forKey: "children")
        coder.encode(presented, forKey: "presented")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        title = try coder.decode(String.self, forKey: "title") ?? ""
        if let decodingError { throw decodingError }
        presented = try coder.decodeReference(forKey: "presented")
    }
}

struct Failure: Error, CustomStringConvertible {
    let description = "The screen is not ready"
}

/// The directories of one test, removed on deinit.
final class Sandbox {
    let root: String

    /// - Parameter isInMemory: For thousands of saves. Ignored if the system has no `/dev/shm`.
    init(isInMemory: Bool = false) {
        let memory = "/dev/shm/"
        let isUsable = isInMemory && FileManager.default.isWritableFile(atPath: memory)
        root = (isUsable ? memory : NSTemporaryDirectory()) + "restoration-" + UUID().uuidString
        try! FileManager.default.createDirectory(
            atPath: root,
            withIntermediateDirectories: true
        )
    }
    deinit { try? FileManager.default.removeItem(atPath: root) }

    func session(
        delegate: (any RestorationDelegate)? = nil,
        _ change: (inout RestorationOptions) -> Void = { _ in }
    ) throws -> RestorationSession {
        var options = RestorationOptions()
        options.stateDirectory = root + "/state"
        options.keyProvider = FileKeyProvider(directory: root + "/keys")
        options.auditsSaves = true
        change(&options)
        return try RestorationSession(
            application: "org.example.test",
            delegate: delegate,
            options: options
        )
    }

    /// A session of one root after its restore.
    func restoredSession(
        of root: any Restorable,
        delegate: (any RestorationDelegate)? = nil,
        _ change: (inout RestorationOptions) -> Void = { _ in }
    ) throws -> RestorationSession {
        let session = try session(delegate: delegate, change)
        session.addRoot(root)
        try session.restore()
        return session
    }
}
