import CDesk
import Glibc
import RestorationKit

/// The program builds the desk on every launch. Plugins provide the items on it.
final class Desk: Restorable {
    let restorationIdentifier: String? = "Desk"
    var starts = 0
    var items: [any Restorable] = []

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(starts, forKey: "starts")
        coder.encode(items, forKey: "items")  // references: each item has its own record
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        starts = try coder.decode(Int.self, forKey: "starts") ?? 0
        items = try coder.decodeReferences(forKey: "items")
    }
}

// The table of a plugin's object; nil if the object has none, or a shorter one.
func table(of item: any Restorable) -> UnsafePointer<desk_item>? {
    let table = (item as? any InterfaceProviding)?.interface(DESK_ITEM)
    guard let item = table?.assumingMemoryBound(to: desk_item.self),
        item.pointee.struct_size >= MemoryLayout<desk_item>.size
    else { return nil }
    return item
}

func text(of item: any Restorable) -> String {
    if let missing = item as? UnavailableObject {
        return "(\(missing.reason.problem). \(missing.reason.remedy))"
    }
    guard let table = table(of: item), let show = table.pointee.show else { return "(no text)" }
    let text = [UInt8](unsafeUninitializedCapacity: 500) { bytes, count in
        bytes.withMemoryRebound(to: CChar.self) {
            count = Int(show(table.pointee.context, $0.baseAddress, 500))
        }
    }
    return String(decoding: text, as: UTF8.self)
}

func type(_ line: Substring, for item: any Restorable) {
    guard let table = table(of: item), let type = table.pointee.type else { return }
    var line = String(line)
    line.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
            type(table.pointee.context, $0.baseAddress, UInt32($0.count))
        }
    }
}

// readLine() reads ahead into a buffer that poll(2) does not see, so this calls read(2).
var unfinished: [UInt8] = []
@MainActor func readLines() -> [String] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return ["quit"] }
    unfinished += bytes.prefix(count)
    let lines = unfinished.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    unfinished = Array(lines.last ?? [])
    return lines.dropLast().map { String(decoding: $0, as: UTF8.self) }
}

/// The path of an item, or of the stand-in of an unavailable one.
@MainActor func path(of item: any Restorable) -> String {
    let path = (item as? UnavailableObject)?.path ?? session.path(of: item)
    return path?.description ?? ""
}

@MainActor func show() {
    for item in desk.items { print("\(path(of: item)): \(text(of: item))") }
}

let desk = Desk()
var options = RestorationOptions()
options.acceptsReloads = true  // for plugin authors: restorectl plugin dev
let session = try RestorationSession(application: "org.example.desk", options: options)
session.addRoot(desk)  // the same on every launch

// Offered before any plugin is loaded. Allocated, because it must live until the process ends.
let info = UnsafeMutablePointer<desk_info>.allocate(capacity: 1)
info.initialize(
    to: desk_info(
        struct_size: UInt32(MemoryLayout<desk_info>.size),
        reserved: 0,
        starts: { MainActor.assumeIsolated { UInt64(desk.starts) } }
    )
)
session.offer(interface: DESK_INFO, table: info)

do {
    let report = try session.restore()
    for note in report.notes { print(note) }  // about the whole restore, such as a set-aside file
    for object in report.notRestored { print(object) }
} catch {
    print(error)  // names the remedy, for example for a missing key
    exit(1)
}
session.onSave = { outcome in
    for issue in outcome.report.issues { print(issue) }  // objects not saved as they should be
    print(outcome.error.map { "\($0)" } ?? "(saved)")
}

desk.starts += 1
print("Start number \(desk.starts)")
for name in ["Note", "Counter"]
where !desk.items.contains(where: { path(of: $0) == "Desk/\(name)" }) {
    do {
        desk.items.append(try session.make(name, under: desk))
    } catch {
        print(error)  // no plugin claims the path, or the plugin failed
    }
}
session.invalidate(desk)
show()

var isRunning = true
while isRunning {
    var waiting = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: session.fileDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    poll(&waiting, 2, session.millisecondsToNextDeadline)
    session.runPending()  // performs due saves, one second after a change
    guard waiting[0].revents != 0 else { continue }
    for line in readLines() {
        isRunning = isRunning && line != "quit"
        let words = line.split(separator: " ", maxSplits: 1)
        for item in desk.items where words.count == 2 {
            guard path(of: item) == "Desk/\(words[0])" else { continue }
            type(words[1], for: item)  // the plugin invalidates its object
        }
        if isRunning { show() }
    }
}
try session.preserveNow()  // returns once the state is on the disk
session.close()
