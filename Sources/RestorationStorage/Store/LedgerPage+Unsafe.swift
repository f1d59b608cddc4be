import CRestorationSystem
import Glibc
import Synchronization

/// The memory in which a restore notes whose code is running: after a crash, the next launch of the
/// program finds it as it was.
///
/// A store of files maps its file `ledger`; a store of your own may keep a page in memory that
/// outlives each session, or one of a file. `Docs/Crashes.md` says what a session makes of it.
///
/// Semantic source: our own (FAIL-19).
@safe public final class LedgerPage: @unchecked Sendable {
    // Unchecked: one session at a time, on its thread, writes to the page. The handler of fatal
    // signals writes the stamp, which is made for that.
    private let page: UnsafeMutablePointer<restoration_ledger>
    /// Whether the page could not be used as it was found, and was made anew.
    package let wasDamaged: Bool

    /// The bytes of a page.
    package static let sizeInBytes = RESTORATION_LEDGER_SIZE

    /// Takes a page over: `memory` is aligned to 64, has ``sizeInBytes`` bytes, was given by mmap,
    /// and is nobody else's.
    private init(taking memory: UnsafeMutableRawPointer) {
        unsafe page = memory.bindMemory(to: restoration_ledger.self, capacity: 1)
        let finding = unsafe Int(restoration_ledger_examine(page))
        wasDamaged = finding == RESTORATION_LEDGER_DAMAGED
        if finding != RESTORATION_LEDGER_INTACT {
            unsafe restoration_ledger_format(page, UInt64.random(in: 1 ... .max))
        }
    }

    /// A page of memory: it ends with the process.
    public convenience init() { unsafe self.init(taking: Self.mapped(-1, MAP_ANONYMOUS)!) }

    /// A page of memory that begins with bytes that were read from a file, for looking at it.
    package convenience init(copying bytes: [UInt8]) {
        let memory = unsafe Self.mapped(-1, MAP_ANONYMOUS)!
        // Invariant: the mapping is a page long, and no more bytes than that are copied.
        let rest = unsafe UnsafeMutableRawBufferPointer(start: memory, count: Self.sizeInBytes)
        unsafe rest.copyBytes(from: bytes.prefix(Self.sizeInBytes))
        unsafe self.init(taking: memory)
    }

    /// Maps a file, which has ``sizeInBytes`` bytes on the disk; `nil` if that is not possible.
    convenience init?(mapping descriptor: Int32) {
        guard let memory = unsafe Self.mapped(descriptor, 0) else { return nil }
        unsafe self.init(taking: memory)
    }

    private var wasWatched = false

    deinit {
        // Invariant: nobody has the pointer but this object and a crash watch, which keeps it
        // alive; and a handler that is just running in another thread, for which the memory stays.
        if wasWatched {
            let address = unsafe UInt(bitPattern: page)
            Self.retired.withLock { $0.append(address) }
        } else {
            unsafe munmap(page, Self.sizeInBytes)
        }
    }

    /// Where pages were that had been watched: the next ones go there, since a process has room for
    /// some ten thousands of mappings only.
    private static let retired = Mutex<[UInt]>([])

    private static func mapped(_ descriptor: Int32, _ flags: Int32) -> UnsafeMutableRawPointer? {
        let kind = descriptor < 0 ? MAP_PRIVATE : MAP_SHARED
        let address = retired.withLock { $0.popLast() }
        // Invariant: a retired address is that of a page of ours which only a late handler may
        // know, and the new page takes its place in one step.
        let memory = unsafe mmap(
            address.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) },
            sizeInBytes,
            PROT_READ | PROT_WRITE,
            kind | flags | (address == nil ? 0 : MAP_FIXED),
            descriptor,
            0
        )
        guard unsafe memory == MAP_FAILED else { return unsafe memory }
        if let address { retired.withLock { $0.append(address) } }
        return nil
    }
}

// MARK: What lasts from launch to launch

extension LedgerPage {
    /// An object that is set aside.
    package struct Suspect: Hashable, Sendable {
        /// Digest of its path and class.
        package var object: UInt64
        /// Digest of the program and the plugin that crashed.
        package var identity: UInt64
        /// When that was found, in seconds since 1970; never before the archive was saved that was
        /// there.
        package var moment: Int64
        /// What was asked of it.
        package var stage: UInt32
        /// What ended the program; 0 if that is not known.
        package var signal: UInt32

        package init(
            object: UInt64,
            identity: UInt64,
            moment: Int64,
            stage: UInt32,
            signal: UInt32
        ) {
            self.object = object
            self.identity = identity
            self.moment = moment
            self.stage = stage
            self.signal = signal
        }
    }

    /// What one launch tells the next.
    package struct Sheet: Hashable, Sendable {
        /// During which the launch began; `nil` if that is not known.
        package var boot: BootIdentifier?
        /// Digest of the object in which the last launch ended, unstamped.
        package var doubted: UInt64?
        /// Oldest first. The oldest go when there are too many.
        package var suspects: [Suspect] = []

        package init(boot: BootIdentifier? = nil) { self.boot = boot }
    }

    /// What stands in the place of an object's digest for the program's delegate, and for nobody.
    /// No object has a digest that small.
    package static let delegate: UInt64 = 1
    package static let nobody: UInt64 = 2
    package static let smallestDigest: UInt64 = 16

    /// The most objects that can be set aside.
    package static let suspectLimit = RESTORATION_LEDGER_SUSPECTS

    package var sheet: Sheet {
        get {
            let raw = unsafe restoration_ledger_sheet_read(page)
            var sheet = Sheet()
            sheet.boot = BootIdentifier(raw.boot.0, raw.boot.1)
            sheet.doubted = raw.doubted == 0 ? nil : raw.doubted
            // Invariant: the tuple is an array of that many suspects in C.
            sheet.suspects = unsafe withUnsafeBytes(of: raw.suspects) { bytes in
                unsafe bytes.bindMemory(to: restoration_ledger_suspect.self)
                    .filter { $0.object != 0 }.map(Suspect.init)
            }
            return sheet
        }
        set {
            var raw = restoration_ledger_sheet()
            raw.boot = (newValue.boot?.high ?? 0, newValue.boot?.low ?? 0)
            raw.doubted = newValue.doubted ?? 0
            // Invariant: as above; no more are written than there is room for.
            unsafe withUnsafeMutableBytes(of: &raw.suspects) { bytes in
                let places = unsafe bytes.bindMemory(to: restoration_ledger_suspect.self)
                let kept = newValue.suspects.suffix(Self.suspectLimit)
                for (place, suspect) in kept.enumerated() {
                    unsafe places[place] = restoration_ledger_suspect(suspect)
                }
            }
            unsafe restoration_ledger_sheet_write(page, raw)
        }
    }

    /// What digests begin with, so that equal paths of two programs have different ones.
    package var salt: UInt64 { unsafe page.pointee.salt }

    /// How many launches in a row did not come up.
    package var launches: UInt32 {
        get { unsafe page.pointee.launches }
        set { unsafe page.pointee.launches = newValue }
    }

    /// How many launches in a row ended while a crash counted as one of the restore, as far as it
    /// was known when the restore began.
    package var endings: Int {
        get { unsafe Int(clamping: page.pointee.endings) }
        set { unsafe page.pointee.endings = UInt64(newValue) }
    }

    /// Whether a crash counts as one of the restore.
    package var isWindowOpen: Bool {
        get { unsafe page.pointee.is_window_open != 0 }
        set { unsafe page.pointee.is_window_open = newValue ? 1 : 0 }
    }

    /// Returns when the page is on the disk, for what must outlive a power loss.
    package func synchronize() {
        // What cannot be written now is written by the system later, or not at all; then a crash is
        // found out about once more.
        unsafe msync(page, Self.sizeInBytes, MS_SYNC)
    }
}

// MARK: Whose code runs

extension LedgerPage {
    /// Whose code was running.
    package struct Mark: Hashable, Sendable {
        /// The archive's.
        package let generation: UInt64
        /// Its number in that archive.
        package let record: Int
        package let stage: UInt32
        /// Digest of the program and the plugin.
        package let identity: UInt64
        /// Which signal came, if one was noted.
        package let signal: UInt32?
        /// The thread that it came to, if that was not the one that restores.
        package let strangeThread: UInt32?

        package init(
            generation: UInt64,
            record: Int,
            stage: UInt32,
            identity: UInt64,
            signal: UInt32?,
            strangeThread: UInt32?
        ) {
            self.generation = generation
            self.record = record
            self.stage = stage
            self.identity = identity
            self.signal = signal
            self.strangeThread = strangeThread
        }
    }

    /// How a launch left the mark.
    package enum MarkState: Hashable, Sendable {
        case nobody
        case running(Mark)
        /// It was just being written, or the disk has kept only a part of it.
        case torn
    }

    /// Added to the stage of an object that comes late, of which `generation` is the digest.
    package static let lateStage: UInt32 = 0x100

    /// Notes whose code is going to run. Plain memory writes.
    @inline(__always)
    package func mark(generation: UInt64, record: Int, stage: UInt32, identity: UInt64) {
        unsafe restoration_ledger_mark_write(
            page,
            generation,
            UInt32(truncatingIfNeeded: record),
            stage,
            identity
        )
    }

    /// Notes that nobody's code runs.
    @inline(__always)
    package func clearMark() { unsafe restoration_ledger_mark_clear(page) }

    package var markState: MarkState {
        var raw = restoration_ledger_mark()
        guard unsafe restoration_ledger_mark_read(page, &raw) != 0 else { return .torn }
        guard raw.stage != 0 else { return .nobody }
        let isStamped = unsafe restoration_ledger_mark_is_stamped(&raw) != 0
        return .running(
            Mark(
                generation: raw.generation,
                record: Int(raw.record),
                stage: raw.stage,
                identity: raw.identity,
                signal: isStamped ? raw.signal : nil,
                strangeThread: isStamped && raw.thread != 0 ? raw.thread : nil
            )
        )
    }

    /// Stamps the mark, as the handler of a fatal signal does.
    package func stamp(signal: Int32, thread: UInt32 = 0) {
        unsafe restoration_ledger_stamp(page, signal, thread)
    }

    /// Lets fatal signals stamp the page until the watch ends; `nil` if too many are watched.
    package func watch() -> CrashWatch? {
        wasWatched = true
        return unsafe CrashWatch(self, page)
    }
}

/// Lets fatal signals stamp a page.
package final class CrashWatch {
    private let number: Int32
    /// What the handler writes to must not go before the watch.
    private let page: LedgerPage

    fileprivate init?(_ page: LedgerPage, _ memory: UnsafeMutablePointer<restoration_ledger>) {
        // Invariant: `page` keeps the memory, and is kept until the watch has ended.
        number = unsafe restoration_crash_watch(memory)
        self.page = page
        if number < 0 { return nil }
    }

    deinit { restoration_crash_unwatch(number) }
}

extension LedgerPage.Suspect {
    fileprivate init(_ raw: restoration_ledger_suspect) {
        self.init(
            object: raw.object,
            identity: raw.identity,
            moment: raw.moment,
            stage: raw.stage,
            signal: raw.signal
        )
    }
}

extension restoration_ledger_suspect {
    fileprivate init(_ suspect: LedgerPage.Suspect) {
        self.init(
            object: suspect.object,
            identity: suspect.identity,
            moment: suspect.moment,
            stage: suspect.stage,
            signal: suspect.signal
        )
    }
}
