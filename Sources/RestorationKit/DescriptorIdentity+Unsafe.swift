import Glibc

/// Which open file a descriptor stands for. Other code of the process may close any descriptor, and
/// its number may then be another file's.
struct DescriptorIdentity: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// `nil` for a number that stands for nothing.
    init?(of descriptor: Int32) {
        var facts = stat()
        // Invariant (fstat(2)): fills the value it is given.
        guard unsafe fstat(descriptor, &facts) == 0 else { return nil }
        device = facts.st_dev
        inode = facts.st_ino
    }
}
