import CRestorationSystem
import Glibc

extension FileHandle {
    /// Creates a file in memory with the given bytes, so that sealed bytes of a remote store are
    /// read like a file.
    convenience init(inMemory bytes: [UInt8]) throws(SystemError) {
        let number = restoration_memory_file()
        guard number >= 0 else { throw SystemError(code: errno) }
        try self.init(owning: number)
        try write(bytes, at: 0)
    }
}
