import Glibc
import RestorationCore

enum LedgerMemory {
    /// Pages that a handler of fatal signals may still write to. They are reused, because the
    /// number of mappings of a process is limited to some ten thousand.
    private static let retired = Locked<[UInt]>([])

    /// Returns a zeroed page.
    ///
    /// - Throws: `ENOMEM` if the system has no memory.
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

    /// Maps the first page of a file; `nil` if that fails.
    static func map(_ file: FileHandle) -> UnsafeMutableRawPointer? {
        guard let descriptor = try? file.descriptor else { return nil }
        let page = unsafe mmap(nil, size, access, MAP_SHARED, descriptor, 0)
        return unsafe page == MAP_FAILED ? nil : page
    }

    /// Releases an unused page.
    ///
    /// - Parameter mayBeKnown: Whether a handler in another thread may still write to the page. The
    ///   memory then remains mapped and is reused.
    static func release(_ page: UnsafeMutableRawPointer, mayBeKnown: Bool) {
        guard mayBeKnown else {
            unsafe munmap(page, size)
            return
        }
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED
        // Invariant: `take` or `map` returned the page. One call replaces a file's page with
        // memory.
        guard unsafe mmap(page, size, access, flags, -1, 0) != MAP_FAILED else { return }
        let address = UInt(bitPattern: page)
        retired.withLock { $0.append(address) }
    }

    private static var size: Int { LedgerPage.sizeInBytes }
    private static var access: Int32 { PROT_READ | PROT_WRITE }
}
