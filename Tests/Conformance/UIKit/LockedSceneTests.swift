import Foundation
import RestorationKit
import RestorationTesting
import RestorationUIKit
import Synchronization
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `A program with scenes whose key is locked` {
        private let device = Device()

        /// The list of scenes is sealed with their state, so neither can be restored while the key
        /// is locked.
        @Test(.rule("SCN-4"))
        func `begins with an empty scene, saves nothing, and has all again when it is unlocked`()
            throws
        {
            let folder = StateDirectory()
            let keys = LockableKeys(FileKeyProvider(directory: folder.path + "/keys"))
            device.configure = { configuration in
                configuration.options.store = nil
                configuration.options.stateDirectory = folder.path + "/state"
                configuration.options.keyProvider = keys
            }
            func launch() throws -> SceneProgram {
                let program = SceneProgram()
                program.application = try device.launch(program)
                return program
            }
            let before = try launch()
            let session = try #require(before.sessions.first)
            try before.page(of: session).text = "typed"
            try device.leave()

            keys.isLocked.store(true, ordering: .relaxed)
            let locked = try launch()
            let empty = try #require(locked.sessions.first)
            #expect(locked.sessions.count == 1 && empty.stateRestorationActivity == nil)
            #expect(empty.persistentIdentifier != session.persistentIdentifier)
            #expect(throws: SessionError.self) { try device.leave() }
            keys.isLocked.store(false, ordering: .relaxed)

            let after = try launch()
            #expect(try after.page(of: after.session(like: session)).text == "typed")
        }
    }
}

/// A key provider that a test locks.
private final class LockableKeys: KeyProvider {
    let isLocked = Atomic(false)
    private let keys: FileKeyProvider

    init(_ keys: FileKeyProvider) { self.keys = keys }

    func key(
        for application: ApplicationIdentifier,
        creation: KeyCreation
    ) throws(StorageError) -> ArchiveKey {
        if isLocked.load(ordering: .relaxed) { throw .keyLocked(reason: "the test has locked it") }
        return try keys.key(for: application, creation: creation)
    }
}
