import Glibc

/// A descriptor opened by a session. Other code of the process may close it, and its number may
/// then be another file's.
struct OwnedDescriptor: Sendable {
    let number: Int32
    /// Device and inode; `nil` if the descriptor was not open.
    private let file: [UInt]?

    init(_ number: Int32) {
        self.number = number
        file = Self.file(of: number)
    }

    /// Whether the number still stands for the same file.
    var isOpen: Bool { file != nil && Self.file(of: number) == file }

    private static func file(of number: Int32) -> [UInt]? {
        var facts = stat()
        // Invariant (fstat(2)): fills the value it is given.
        return unsafe fstat(number, &facts) == 0 ? [facts.st_dev, facts.st_ino] : nil
    }
}
