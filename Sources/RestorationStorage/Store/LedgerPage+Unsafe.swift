import CRestorationSystem
import Glibc
import Synchronization

/// The memory in which a restore notes whose code is running: after a crash, the next launch of the
/// program finds it as it was.
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
    /// Whether `memory` is the file.
    private var isMapped = false
    private var wasWatched = false
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

    private init(_ bytes: [UInt8], in file: FileHandle?) {
        let place = unsafe Self.mapped()!
        // Invariant: the mapping is a page long, and no more bytes than that are copied.
        let page = unsafe UnsafeMutableRawBufferPointer(start: place, count: Self.sizeInBytes)
        unsafe page.copyBytes(from: bytes.prefix(Self.sizeInBytes))
        unsafe memory = place.bindMemory(to: restoration_ledger.self, capacity: 1)
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
    public convenience init() { self.init([], in: nil) }

    /// A page of memory that begins with bytes that were read from a file, for looking at it.
    package convenience init(copying bytes: [UInt8]) { self.init(bytes, in: nil) }

    /// Reads the page of a file, and writes it back: what was damaged is whole then, and there is
    /// room for it on the disk.
    convenience init(in file: FileHandle) throws(SystemError) {
        // One byte more, to see whether there are more.
        self.init(try file.read(Self.sizeInBytes + 1, at: 0), in: file)
        try file.truncate(to: Self.sizeInBytes)
        // Invariant: the page is that long, and nobody writes to it yet.
        let page = unsafe UnsafeRawBufferPointer(start: memory, count: Self.sizeInBytes)
        try unsafe file.write(page, at: 0)
    }

    deinit {
        // Invariant: nobody has the pointer but this object and a crash watch, which keeps it
        // alive; and a handler that is just running in another thread, for which the memory stays.
        if wasWatched {
            let address = unsafe UInt(bitPattern: memory)
            Self.retired.withLock { $0.append(address) }
        } else {
            unsafe munmap(memory, Self.sizeInBytes)
        }
    }

    /// Where pages were that had been watched: the next ones go there, since a process has room for
    /// some ten thousands of mappings only.
    private static let retired = Mutex<[UInt]>([])

    /// New memory of the size of a page; `nil` if there is none.
    private static func mapped() -> UnsafeMutableRawPointer? {
        let address = retired.withLock { $0.popLast() }
        // Invariant: a retired address is that of a page of ours which only a late handler may
        // know, and the new page takes its place in one step.
        if let address, let place = unsafe UnsafeMutableRawPointer(bitPattern: address) {
            if unsafe map(nil, at: place) { return unsafe place }
            retired.withLock { $0.append(address) }
            return nil
        }
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        let memory = unsafe mmap(nil, sizeInBytes, PROT_READ | PROT_WRITE, flags, -1, 0)
        return unsafe memory == MAP_FAILED ? nil : memory
    }

    /// Puts a file, or memory, in the place of a page of ours.
    private static func map(_ file: FileHandle?, at place: UnsafeMutableRawPointer) -> Bool {
        let flags = MAP_FIXED | (file == nil ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED)
        let access = PROT_READ | PROT_WRITE
        // Invariant: `place` is a page that was given by mmap, and is nobody else's.
        let descriptor = file?.descriptor ?? -1
        return unsafe mmap(place, sizeInBytes, access, flags, descriptor, 0) != MAP_FAILED
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
    private static var markOffset: Int { MemoryLayout<restoration_ledger>.offset(of: \.mark)! }

    // The next launch finds a page that cannot be written as it was: a crash may then go unnoticed,
    // which must not cost this launch anything.
    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, of file: FileHandle) {
        do { try unsafe file.write(bytes, at: offset) } catch {}
    }
}

// MARK: Whose code runs

extension LedgerPage {
    /// Notes whose code is going to run. Plain memory writes while fatal signals are watched; else,
    /// of a page in a file, a system call.
    @inline(__always)
    package func mark(generation: UInt64, record: Int, stage: UInt32, identity: UInt64) {
        let number = UInt32(truncatingIfNeeded: record)
        // Invariant: the page lives as long as this object.
        unsafe restoration_ledger_mark_write(
            &memory.pointee.mark,
            generation,
            number,
            stage,
            identity
        )
        if !isMapped, let file { writeMark(to: file) }
    }

    /// Notes that nobody's code runs.
    @inline(__always)
    package func clearMark() { mark(generation: 0, record: 0, stage: 0, identity: 0) }

    private func writeMark(to file: FileHandle) {
        // Invariant: the mark's bytes are lent until the closure returns.
        unsafe withUnsafeBytes(of: &memory.pointee.mark) { bytes in
            unsafe write(bytes, at: Self.markOffset, of: file)
        }
    }

    package var markState: MarkState {
        let mark = unsafe memory.pointee.mark
        let finding = unsafe Int(restoration_ledger_mark_examine(&memory.pointee.mark))
        guard finding == RESTORATION_MARK_WHOLE else { return .torn }
        guard mark.stage != 0 else { return .nobody }
        let isStamped = unsafe restoration_ledger_mark_is_stamped(&memory.pointee.mark) != 0
        return .running(
            Mark(
                generation: mark.generation,
                record: Int(mark.record),
                stage: mark.stage,
                identity: mark.identity,
                signal: isStamped ? mark.signal : nil,
                strangeThread: isStamped && mark.thread != 0 ? mark.thread : nil
            )
        )
    }

    /// Stamps the mark, as the handler of a fatal signal does.
    package func stamp(signal: Int32, thread: UInt32 = 0) {
        unsafe restoration_ledger_stamp(&memory.pointee.mark, signal, thread)
        if !isMapped, let file { writeMark(to: file) }
    }
}

// MARK: Watching

extension LedgerPage {
    /// Lets fatal signals stamp the page until the watch ends; `nil` if it cannot be watched. One
    /// watch at a time.
    package func watch() -> CrashWatch? {
        wasWatched = true
        if let file {
            isMapped = unsafe Self.map(file, at: memory)
            guard isMapped else { return nil }
        }
        let number = unsafe restoration_crash_watch(memory)
        guard number >= 0 else {
            takeMarkBack()
            return nil
        }
        return CrashWatch(self, number)
    }

    fileprivate func endWatch(_ number: Int32) {
        // The handler is there until nothing can fault any more.
        takeMarkBack()
        restoration_crash_unwatch(number)
    }

    /// Has memory again in the place of the file, with the mark that the file has.
    private func takeMarkBack() {
        guard isMapped, let file, unsafe Self.map(nil, at: memory) else { return }
        isMapped = false
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

    fileprivate init(_ page: LedgerPage, _ number: Int32) {
        self.page = page
        self.number = number
    }

    /// Whether the page can no longer be written: the program goes on, and the next launch does not
    /// see what is noted from here on.
    package var hasLostPage: Bool { restoration_crash_has_lost_page(number) != 0 }

    deinit { page.endWatch(number) }
}

// MARK: As the file has it

extension LedgerPage.Sheet {
    fileprivate init(_ raw: restoration_ledger_sheet) {
        boot = BootIdentifier(raw.boot.0, raw.boot.1)
        saved = raw.saved
        launches = raw.launches
        endings = raw.endings
        isWindowOpen = raw.is_window_open != 0
        // Invariant: the tuple is an array of that many suspects in C.
        suspects = unsafe withUnsafeBytes(of: raw.suspects) { bytes in
            unsafe bytes.bindMemory(to: restoration_ledger_suspect.self)
                .filter { $0.object != 0 }.map(LedgerPage.Suspect.init)
        }
    }
}

extension restoration_ledger_sheet {
    fileprivate init(_ sheet: LedgerPage.Sheet) {
        self.init()
        boot = (sheet.boot?.high ?? 0, sheet.boot?.low ?? 0)
        saved = sheet.saved
        launches = sheet.launches
        endings = sheet.endings
        is_window_open = sheet.isWindowOpen ? 1 : 0
        // Invariant: as above; no more are written than there is room for.
        unsafe withUnsafeMutableBytes(of: &suspects) { bytes in
            let places = unsafe bytes.bindMemory(to: restoration_ledger_suspect.self)
            let newest = sheet.suspects.suffix(LedgerPage.suspectLimit)
            for (place, suspect) in newest.enumerated() {
                unsafe places[place] = restoration_ledger_suspect(suspect)
            }
        }
    }
}

extension LedgerPage.Suspect {
    fileprivate init(_ raw: restoration_ledger_suspect) {
        let evidence: LedgerPage.Evidence =
            raw.signal != 0
            ? .crash(signal: UInt32(raw.signal))
            : .ends(Int(raw.ends), deferredFor: Int(raw.launches))
        self.init(
            object: raw.object,
            identity: raw.identity,
            moment: raw.moment,
            stage: UInt32(raw.stage),
            evidence: evidence
        )
    }
}

extension restoration_ledger_suspect {
    fileprivate init(_ suspect: LedgerPage.Suspect) {
        self.init()
        object = suspect.object
        identity = suspect.identity
        moment = suspect.moment
        stage = UInt16(clamping: suspect.stage)
        switch suspect.evidence {
        case .crash(let number): signal = UInt16(clamping: number)
        case .ends(let count, let launches):
            ends = UInt16(clamping: count)
            self.launches = UInt16(clamping: launches)
        }
    }
}
