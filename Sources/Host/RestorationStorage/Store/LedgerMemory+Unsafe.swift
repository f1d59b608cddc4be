import Glibc
import RestorationCore

/// The pages of memory that ledgers are in.
enum LedgerMemory {
    /// Where pages were that a handler of fatal signals may still know of: the next ones go there,
    /// since a process has room for some ten thousands of mappings only.
    private static let retired = Locked<[UInt]>([])

    /// A page of memory.
    ///
    /// - Throws: `ENOMEM` if there is none.
    static func take() throws(SystemError) -> UnsafeMutableRawPointer {
        let address = retired.withLock { $0.popLast() }
        if let address, let place = unsafe UnsafeMutableRawPointer(bitPattern: address) {
            unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            return unsafe place
        }
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let page = unsafe mmap(nil, size, access, flags, -1, 0), unsafe page != MAP_FAILED
        else { throw SystemError(code: ENOMEM) }
        return unsafe page
    }

    /// The first page of a file; `nil` if the file or the system does not let it be mapped.
    static func map(_ file: FileHandle) -> UnsafeMutableRawPointer? {
        guard let descriptor = try? file.descriptor else { return nil }
        let page = unsafe mmap(nil, size, access, MAP_SHARED, descriptor, 0)
        return unsafe page == MAP_FAILED ? nil : page
    }

    /// Takes a page back that nobody uses any more.
    ///
    /// - Parameter mayBeKnown: Whether a handler that is just running in another thread may write
    ///   to it. Then the memory stays, and becomes another page's.
    static func giveBack(_ page: UnsafeMutableRawPointer, mayBeKnown: Bool) {
        guard mayBeKnown else {
            unsafe munmap(page, size)
            return
        }
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED
        // Invariant: the page is one of ours. Memory takes the place of a file in one step.
        guard unsafe mmap(page, size, access, flags, -1, 0) != MAP_FAILED else { return }
        let address = UInt(bitPattern: page)
        retired.withLock { $0.append(address) }
    }

    private static var size: Int { LedgerPage.sizeInBytes }
    private static var access: Int32 { PROT_READ | PROT_WRITE }
}
