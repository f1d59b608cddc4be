/// The archive on the disk, opened when an object fails to encode.
final class CurrentArchive {
    private let store: any RestorationStore
    private(set) var fault: StorageError?
    private(set) lazy var archive: ArchiveReader? = {
        do {
            return try store.openCurrent().map { try ArchiveReader($0) }
        } catch let error as StorageError where SetAsideReason(error) == nil {
            fault = error
        } catch {
            // A damaged archive has no earlier state.
        }
        return nil
    }()

    init(_ store: any RestorationStore) { self.store = store }
}
