import CRestorationSystem
import Glibc

/// A page of memory in which restores and saves record whose code is running. After a crash, the
/// next launch finds the record.
///
/// ``ArchiveStore`` stores it in the file `ledger`; a custom store may keep a page in memory across
/// sessions. `Docs/Crashes.md` explains how a session uses it.
///
/// The file is mapped only while fatal signals are watched: writing to a mapped file that was
/// truncated is itself a fatal signal, which only a handler can repair. At other times, ordinary
/// writes update the file.
///
/// Semantic source: our own (FAIL-19).
@safe public final class LedgerPage: @unchecked Sendable {
    // Unchecked: one session at a time writes to the page, on its thread. The handler of fatal
    // signals writes only the stamp, which allows that.
    private let memory: UnsafeMutablePointer<restoration_ledger>
    /// The file of the page; `nil` for a page in memory only.
    private let file: FileHandle?
    /// The mapped file, while fatal signals are watched.
    private var mapping: UnsafeMutablePointer<restoration_ledger>?
    private var wasWatched = false
    /// Whether other code of the process has closed the file. The page no longer writes to it then.
    package private(set) var isFileClosed = false
    /// The persistent contents, as last read or written.
    private var raw: restoration_ledger_sheet
    package let condition: Condition

    package enum Condition: Sendable {
        /// As written, or newly created.
        case intact
        /// A damaged part had an intact copy or was dispensable.
        case flawed
        /// Unusable, so it was recreated.
        case damaged
    }

    package static let sizeInBytes = RESTORATION_LEDGER_SIZE

    private init(_ bytes: [UInt8], in file: FileHandle?) throws(SystemError) {
        let place = unsafe try LedgerMemory.take()
        // Invariant: the memory is one page long, and at most that many bytes are copied.
        let page = unsafe UnsafeMutableRawBufferPointer(start: place, count: Self.sizeInBytes)
        unsafe page.copyBytes(from: bytes.prefix(Self.sizeInBytes))
        unsafe memory = place.bindMemory(to: restoration_ledger.self, capacity: 1)
        unsafe mapping = nil
        self.file = file
        let isNew = bytes.isEmpty
        switch unsafe Int(restoration_ledger_examine(memory)) {
        case RESTORATION_LEDGER_INTACT:
            condition = bytes.count == Self.sizeInBytes ? .intact : .flawed
        case RESTORATION_LEDGER_FLAWED:
            condition = .flawed
            unsafe restoration_ledger_repair(memory)
        default:
            condition = isNew ? .intact : .damaged
            unsafe restoration_ledger_format(memory, UInt64.random(in: 1 ... .max))
        }
        raw = unsafe restoration_ledger_sheet_read(memory)
    }

    /// Creates a page in memory, which ends with the process.
    public convenience init() {
        do throws(SystemError) {
            try self.init([], in: nil)
        } catch {
            preconditionFailure("A page of memory was asked for, and the system has none.")
        }
    }

    package convenience init(copying bytes: [UInt8]) throws(SystemError) {
        try self.init(bytes, in: nil)
    }

    /// Reads a file's page and writes it back, which repairs damage and reserves disk space.
    ///
    /// - Parameter bytes: All bytes of the file, or more than a page of them.
    convenience init(of bytes: [UInt8], in file: FileHandle) throws(SystemError) {
        try self.init(bytes, in: file)
        try file.truncate(to: Self.sizeInBytes)
        // Invariant: the memory is one page long, and has no other user yet.
        let page = unsafe UnsafeRawBufferPointer(start: memory, count: Self.sizeInBytes)
        try unsafe file.write(page, at: 0)
    }

    deinit {
        // Invariant: only this object and a crash watch, which retains this object, have the
        // pointer. A handler in another thread may also have it, so watched memory remains mapped.
        unsafe LedgerMemory.release(memory, mayBeKnown: wasWatched)
    }
}

// MARK: Persistent contents

extension LedgerPage {
    package var sheet: Sheet {
        get { Sheet(raw) }
        set {
            raw = restoration_ledger_sheet_after(raw, restoration_ledger_sheet(newValue))
            guard let file else {
                unsafe memory.pointee.sheets = (raw, raw)
                return
            }
            // Invariant: the bytes are valid until the closure returns.
            unsafe withUnsafeBytes(of: &raw) { bytes in
                for copy in 0..<2 {
                    unsafe write(bytes, at: Self.sheetsOffset + copy * bytes.count, of: file)
                }
            }
        }
    }

    package var salt: UInt64 { raw.salt }

    /// Returns when the page is durable, so it survives a power loss.
    package func synchronize() {
        // After a failure the system may write the page later. If not, the same crash is detected
        // once more.
        do { try file?.synchronizeData() } catch {}
    }

    private static var sheetsOffset: Int { MemoryLayout<restoration_ledger>.offset(of: \.sheets)! }
    private static var failureOffset: Int {
        MemoryLayout<restoration_ledger>.offset(of: \.failure)!
    }
    private static var markOffset: Int { MemoryLayout<restoration_ledger>.offset(of: \.mark)! }

    // After a failed write, the next launch finds the old page and may miss a crash. That must not
    // disturb this launch.
    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, of file: FileHandle) {
        do { try unsafe file.write(bytes, at: offset) } catch {
            if error.code == EBADF { isFileClosed = true }
        }
    }
}

// MARK: Saves that fail

extension LedgerPage {
    /// The last save, if it failed. Storing it needs no disk space, since the disk may be full.
    package var failedSave: FailedSave? {
        get { unsafe FailedSave(memory.pointee.failure) }
        set {
            // Invariant: the page lives as long as this object, and a mapping until its watch ends.
            unsafe memory.pointee.failure = restoration_ledger_failure(newValue)
            if let mapping = unsafe mapping {
                unsafe mapping.pointee.failure = memory.pointee.failure
            } else if let file {
                unsafe withUnsafeBytes(of: &memory.pointee.failure) { bytes in
                    unsafe write(bytes, at: Self.failureOffset, of: file)
                }
            }
        }
    }
}

// MARK: Whose code runs

extension LedgerPage {
    /// Records whose code is about to run. Costs a few memory writes while fatal signals are
    /// watched, otherwise one system call for a page with a file.
    @inline(__always)
    package func mark(place: UInt64, stage: UInt32, identity: UInt64) {
        // Invariant: the page lives as long as this object, and a mapping until its watch ends.
        unsafe restoration_ledger_mark_write(
            &(mapping ?? memory).pointee.mark,
            place,
            stage,
            identity
        )
        if unsafe mapping == nil { writeMark() }
    }

    /// Records that no object's code is running.
    @inline(__always)
    package func clearMark() {
        // Invariant: as above.
        unsafe restoration_ledger_mark_clear(&(mapping ?? memory).pointee.mark)
        if unsafe mapping == nil { writeMark() }
    }

    @inline(never)
    private func writeMark() {
        guard let file else { return }
        // Invariant: the bytes are valid until the closure returns.
        unsafe withUnsafeBytes(of: &memory.pointee.mark) { bytes in
            unsafe write(bytes, at: Self.markOffset, of: file)
        }
    }

    package var markState: MarkState {
        // Invariant: as above.
        var mark = unsafe (mapping ?? memory).pointee.mark
        let finding = unsafe Int(restoration_ledger_mark_examine(&mark))
        guard finding == RESTORATION_MARK_WHOLE else { return .torn }
        guard mark.stage != 0 else { return .idle }
        let isHung = unsafe restoration_ledger_is_hung(mapping ?? memory) != 0
        return .running(Mark(mark, isHung: isHung))
    }

    /// Restarts the hang timer of the code that the mark names.
    package func refreshMark() {
        // Invariant: as above.
        unsafe restoration_ledger_mark_refresh(&(mapping ?? memory).pointee.mark)
    }

    /// Stamps the mark, like the handler of fatal signals.
    package func stamp(signal: Int32, thread: UInt32 = 0) {
        let page = unsafe mapping ?? memory
        // Invariant: as above.
        unsafe restoration_ledger_stamp(&page.pointee.mark, signal, thread)
        if unsafe mapping == nil { writeMark() }
    }
}

// MARK: Watching

extension LedgerPage {
    /// Starts stamping the page on fatal signals, or returns `nil` if that is impossible. A page
    /// supports one watch at a time.
    ///
    /// - Parameter hangs: The rule for hangs; `nil` detects none.
    package func watch(_ hangs: HangWatch.Rule? = nil) -> CrashWatch? {
        if let file {
            guard let place = unsafe LedgerMemory.map(file) else { return nil }
            unsafe mapping = place.bindMemory(to: restoration_ledger.self, capacity: 1)
        } else {
            wasWatched = true
        }
        let number = unsafe restoration_crash_watch(mapping ?? memory)
        guard number >= 0 else {
            unmapMark()
            return nil
        }
        let watch = hangs.flatMap { unsafe HangWatch(mapping ?? memory, $0) }
        return CrashWatch(self, number, watch)
    }

    fileprivate func endWatch(_ number: Int32) {
        // The handler must remain until no access to the mapping can fault.
        unmapMark()
        restoration_crash_unwatch(number)
    }

    /// Unmaps the file and continues in memory with the file's mark.
    private func unmapMark() {
        guard let file, let place = unsafe mapping else { return }
        unsafe mapping = nil
        unsafe LedgerMemory.release(place, mayBeKnown: true)
        let size = MemoryLayout<restoration_ledger_mark>.size
        guard let bytes = try? file.read(size, at: Self.markOffset) else { return }
        // Invariant: `copyBytes` stays within the mark, whose size was the size of the read.
        unsafe withUnsafeMutableBytes(of: &memory.pointee.mark) { unsafe $0.copyBytes(from: bytes) }
    }
}

package final class CrashWatch {
    private let number: Int32
    /// Retained: the handler writes to its memory.
    private let page: LedgerPage
    private var hangs: HangWatch?

    fileprivate init(_ page: LedgerPage, _ number: Int32, _ hangs: HangWatch?) {
        self.page = page
        self.number = number
        self.hangs = hangs
    }

    /// Moves the watch to the calling thread.
    package func follow() { restoration_crash_follow(number) }

    deinit {
        // First: the watchdog thread must not read a page after its release.
        hangs = nil
        page.endWatch(number)
    }
}
