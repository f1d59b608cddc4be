import CRestorationSystem
import Glibc

/// The memory in which restores and saves note whose code is running: after a crash, the next
/// launch of the program finds it as it was.
///
/// A store of files keeps it in its file `ledger`; a store of your own may keep a page in memory
/// that outlives each session. `Docs/Crashes.md` says what a session makes of it.
///
/// The file is mapped only while fatal signals are watched, since writing to a mapped file that
/// somebody has cut short is a fatal signal itself, which only a handler can mend. At all other
/// times, what is noted is written as any file is.
///
/// Semantic source: our own (FAIL-19).
@safe public final class LedgerPage: @unchecked Sendable {
    // Unchecked: one session at a time, on its thread, writes to the page. The handler of fatal
    // signals writes the stamp, which is made for that.
    private let memory: UnsafeMutablePointer<restoration_ledger>
    /// Where the page lies; `nil` for one that is memory only.
    private let file: FileHandle?
    /// The file, while it is mapped.
    private var mapping: UnsafeMutablePointer<restoration_ledger>?
    private var wasWatched = false
    /// Whether other code of the process has closed the file: nothing more is written to it.
    package private(set) var isFileClosed = false
    /// What lasts from launch to launch, as it was read or written last.
    private var raw: restoration_ledger_sheet
    /// How the page was found.
    package let condition: Condition

    /// How a page was found.
    package enum Condition: Sendable {
        /// As it was written, or made just now.
        case intact
        /// A part of it was damaged that it has twice or can do without.
        case flawed
        /// It said nothing any more, and was made anew.
        case damaged
    }

    /// The bytes of a page.
    package static let sizeInBytes = RESTORATION_LEDGER_SIZE

    private init(_ bytes: [UInt8], in file: FileHandle?) throws(SystemError) {
        let place = unsafe try LedgerMemory.take()
        // Invariant: the memory is a page long, and no more bytes than that are copied.
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
            unsafe restoration_ledger_mend(memory)
        default:
            condition = isNew ? .intact : .damaged
            unsafe restoration_ledger_format(memory, UInt64.random(in: 1 ... .max))
        }
        raw = unsafe restoration_ledger_sheet_read(memory)
    }

    /// A page of memory: it ends with the process.
    public convenience init() {
        do throws(SystemError) {
            try self.init([], in: nil)
        } catch {
            preconditionFailure("A page of memory was asked for, and the system has none.")
        }
    }

    /// A page of memory that begins with bytes that were read from a file, for looking at it.
    ///
    /// - Throws: if there is no memory.
    package convenience init(copying bytes: [UInt8]) throws(SystemError) {
        try self.init(bytes, in: nil)
    }

    /// The page of a file, which is written back: what was damaged is whole then, and there is room
    /// for it on the disk.
    ///
    /// - Parameter bytes: All that the file has, or more than a page of it.
    convenience init(of bytes: [UInt8], in file: FileHandle) throws(SystemError) {
        try self.init(bytes, in: file)
        try file.truncate(to: Self.sizeInBytes)
        // Invariant: the page is that long, and nobody writes to it yet.
        let page = unsafe UnsafeRawBufferPointer(start: memory, count: Self.sizeInBytes)
        try unsafe file.write(page, at: 0)
    }

    deinit {
        // Invariant: nobody has the pointer but this object and a crash watch, which keeps it
        // alive; and a handler that is just running in another thread, for which the memory stays.
        unsafe LedgerMemory.giveBack(memory, mayBeKnown: wasWatched)
    }
}

// MARK: What lasts from launch to launch

extension LedgerPage {
    package var sheet: Sheet {
        get { Sheet(raw) }
        set {
            raw = restoration_ledger_sheet_after(raw, restoration_ledger_sheet(newValue))
            guard let file else {
                unsafe memory.pointee.sheets = (raw, raw)
                return
            }
            // Invariant: the sheet's bytes are lent until the closure returns.
            unsafe withUnsafeBytes(of: &raw) { bytes in
                for copy in 0..<2 {
                    unsafe write(bytes, at: Self.sheetsOffset + copy * bytes.count, of: file)
                }
            }
        }
    }

    /// What digests begin with, so that equal paths of two programs have different ones.
    package var salt: UInt64 { raw.salt }

    /// Returns when the page is on the disk, for what must outlive a power loss.
    package func synchronize() {
        // What cannot be written now is written by the system later, or not at all; then a crash is
        // found out about once more.
        do { try file?.synchronizeData() } catch {}
    }

    private static var sheetsOffset: Int { MemoryLayout<restoration_ledger>.offset(of: \.sheets)! }
    private static var failureOffset: Int {
        MemoryLayout<restoration_ledger>.offset(of: \.failure)!
    }
    private static var markOffset: Int { MemoryLayout<restoration_ledger>.offset(of: \.mark)! }

    // The next launch finds a page that cannot be written as it was: a crash may then go unnoticed,
    // which must not cost this launch anything.
    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, of file: FileHandle) {
        do { try unsafe file.write(bytes, at: offset) } catch {
            if error.code == EBADF { isFileClosed = true }
        }
    }
}

// MARK: Saves that fail

extension LedgerPage {
    /// The last save, if it has failed. Needs no room on the disk, which may be full.
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
    /// Notes whose code is going to run. Plain memory writes while fatal signals are watched; else,
    /// of a page in a file, a system call.
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

    /// Notes that nobody's code runs.
    @inline(__always)
    package func clearMark() {
        // Invariant: as above.
        unsafe restoration_ledger_mark_clear(&(mapping ?? memory).pointee.mark)
        if unsafe mapping == nil { writeMark() }
    }

    /// Writes the mark to the file of a page that is not mapped.
    @inline(never)
    private func writeMark() {
        guard let file else { return }
        // Invariant: the mark's bytes are lent until the closure returns.
        unsafe withUnsafeBytes(of: &memory.pointee.mark) { bytes in
            unsafe write(bytes, at: Self.markOffset, of: file)
        }
    }

    package var markState: MarkState {
        // Invariant: as above.
        var mark = unsafe (mapping ?? memory).pointee.mark
        let finding = unsafe Int(restoration_ledger_mark_examine(&mark))
        guard finding == RESTORATION_MARK_WHOLE else { return .torn }
        guard mark.stage != 0 else { return .nobody }
        let isHung = unsafe restoration_ledger_is_hung(mapping ?? memory) != 0
        return .running(Mark(mark, isHung: isHung))
    }

    /// The code that the mark names gets on: it has not hung.
    package func refreshMark() {
        // Invariant: as above.
        unsafe restoration_ledger_mark_refresh(&(mapping ?? memory).pointee.mark)
    }

    /// Stamps the mark, as the handler of a fatal signal does.
    package func stamp(signal: Int32, thread: UInt32 = 0) {
        let page = unsafe mapping ?? memory
        // Invariant: as above.
        unsafe restoration_ledger_stamp(&page.pointee.mark, signal, thread)
        if unsafe mapping == nil { writeMark() }
    }
}

// MARK: Watching

extension LedgerPage {
    /// Lets fatal signals stamp the page until the watch ends; `nil` if it cannot be watched. One
    /// watch at a time.
    ///
    /// - Parameter hangs: What is done with code that does not get on; `nil` for nothing.
    package func watch(_ hangs: HangWatch.Rule? = nil) -> CrashWatch? {
        if let file {
            guard let place = unsafe LedgerMemory.map(file) else { return nil }
            unsafe mapping = place.bindMemory(to: restoration_ledger.self, capacity: 1)
        } else {
            wasWatched = true
        }
        let number = unsafe restoration_crash_watch(mapping ?? memory)
        guard number >= 0 else {
            takeMarkBack()
            return nil
        }
        let watch = hangs.flatMap { unsafe HangWatch(mapping ?? memory, $0) }
        return CrashWatch(self, number, watch)
    }

    fileprivate func endWatch(_ number: Int32) {
        // The handler is there until nothing can fault any more.
        takeMarkBack()
        restoration_crash_unwatch(number)
    }

    /// Notes in memory again, from the mark on that the file has.
    private func takeMarkBack() {
        guard let file, let place = unsafe mapping else { return }
        unsafe mapping = nil
        unsafe LedgerMemory.giveBack(place, mayBeKnown: true)
        let size = MemoryLayout<restoration_ledger_mark>.size
        guard let bytes = try? file.read(size, at: Self.markOffset) else { return }
        // Invariant: the mark is as long as the bytes that were asked for.
        unsafe withUnsafeMutableBytes(of: &memory.pointee.mark) { unsafe $0.copyBytes(from: bytes) }
    }
}

/// Lets fatal signals stamp a page.
package final class CrashWatch {
    private let number: Int32
    /// What the handler writes to must not go before the watch.
    private let page: LedgerPage
    private var hangs: HangWatch?

    fileprivate init(_ page: LedgerPage, _ number: Int32, _ hangs: HangWatch?) {
        self.page = page
        self.number = number
        self.hangs = hangs
    }

    /// Watches on behalf of this thread from now on.
    package func follow() { restoration_crash_follow(number) }

    deinit {
        // First: the thread of the watch must not look at a page that is given back.
        hangs = nil
        page.endWatch(number)
    }
}
