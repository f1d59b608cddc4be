import Glibc
package import RestorationCore

/// A provider that returns the key from one user-named file for every application.
///
/// Unlike ``FileKeyProvider`` it does not check the file's owner and mode. Only tools that inspect
/// state use it, often with a copy of a key.
package struct SingleKeyFile: KeyProvider {
    private let path: String

    package init(path: String) {
        self.path = absolutePath(path)
    }

    package func key(
        for application: ApplicationIdentifier,
        creation: KeyCreation
    ) throws(StorageError) -> ArchiveKey {
        let file = try attempting(.open, path, try FileHandle(open: path, O_RDONLY | O_NONBLOCK))
        let status = try attempting(.inspect, path, try file.status())
        guard status.isRegular else { throw .keyFileRefused(path: path, because: .notAFile) }
        let size = ArchiveKey.fileSizeInBytes + 1
        let bytes = try attempting(.read, path, try file.read(size, at: 0))
        return try ArchiveKey(fileBytes: bytes, path: path, fileSize: status.sizeInBytes)
    }
}
