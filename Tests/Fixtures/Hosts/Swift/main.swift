// The host of ../README.md in Swift.
import Glibc
import RestorationKit

/// A page of the stack, or the sheet.
final class Page: RestorableObject {
    private(set) var text: String
    init(_ request: CreationRequest) throws {
        text = try request.parameter("text", as: String.self) ?? ""
    }
    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

final class Pages: RestorableContainer {
    let restorationIdentifier: String? = "Pages"
    let restorationArrangement = RestorationArrangement.stack
    let distinguishesChildrenByPosition = true
    var pages: [any Restorable] = []
    var restorationSlots: [RestorationSlot] { pages.map { RestorationSlot($0) } }
    func attachRestored(_ slots: [RestorationSlot], selecting: (any Restorable)?) {
        pages = slots.map(\.child)
    }
}

/// The scroll position of the list.
final class Rows: RestorableElement {
    let restorationIdentifier: String? = "rows"
    var count = 0
    var top = 0
    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(top, forKey: "top")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        guard count > 0 else { throw StateNotYetApplicable() }
        top = try coder.decode(Int.self, forKey: "top") ?? 0
    }
}

final class List: RestorableElementOwner {
    let restorationIdentifier: String? = "List"
    let rows = Rows()
    var restorationElements: [any RestorableElement]? { [rows] }
}

final class Inbox: Restorable {
    var message = 0
    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(message, forKey: "message")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        message = try coder.decode(Int.self, forKey: "message") ?? 0
    }
}

final class Frame: RestorableContainer, RestorablePresenter, RestorationDelegate {
    let restorationIdentifier: String? = "Frame"
    let pages = Pages()
    let list = List()
    var selected = 0
    var sheet: (any Restorable)?
    var inbox: (any Restorable)?
    var items: [any Restorable] = []

    var tabs: [any Restorable] { [pages, list] }
    var restorationSlots: [RestorationSlot] { tabs.map { RestorationSlot($0) } }
    var restorationSelection: (any Restorable)? { tabs[selected] }
    func attachRestored(_ slots: [RestorationSlot], selecting tab: (any Restorable)?) {
        selected = tab === list ? 1 : 0
    }
    var restorationPresented: (any Restorable)? { sheet }
    func presentRestored(_ object: any Restorable) { sheet = object }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(inbox, forKey: "inbox")
        coder.encode(items, forKey: "items")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        inbox = try coder.decodeReference(forKey: "inbox")
        items = try coder.decodeReferences(forKey: "items")
    }
    func didRestoreAwaited(_ objects: [any Restorable]) {
        for object in objects where object is Inbox { inbox = object }
    }
}

/// Prints a line at once.
func say(_ text: String, on descriptor: Int32 = STDOUT_FILENO) {
    let line = text + "\n"
    write(descriptor, line, line.utf8.count)
}

let frame = Frame()
let session = try RestorationSession(application: "org.example.app")
session.delegate = frame
session.register(Page.self, as: "Page")
var hasMessages = false
var waiting: RestorationTicket?
session.register("Inbox") { request in
    if !hasMessages {
        waiting = request.ticket
        throw ObjectNotYetAvailable()
    }
    return Inbox()
}
session.addRoot(frame)
session.onSave = { outcome in
    for issue in outcome.report.issues { say("\(issue)", on: STDERR_FILENO) }
}
for object in try session.restore().notRestored where object.outcome != .awaited {
    say("\(object)", on: STDERR_FILENO)
}
let names = ["DialC", "DialCxx", "DialRust", "Photo"]
if frame.items.isEmpty {
    for name in names { frame.items.append(try session.make(name, under: frame)) }
    session.invalidate(frame)
}

@MainActor func load() throws {
    hasMessages = true
    if frame.inbox == nil {
        frame.inbox = try session.make("Inbox", under: frame, className: "Inbox")
    }
    waiting?.arrive()
    frame.list.rows.count = 100
    session.applyAwaitedState(to: frame.list)
    session.runPending()
}

@MainActor func makePage(_ name: String, under parent: any Restorable, _ text: String) throws
    -> Page
{
    try session.make(
        name,
        under: parent,
        as: Page.self,
        className: "Page",
        parameters: ["text": .string(text)]
    )
}

@MainActor func obey(_ command: String, _ argument: String) throws {
    let stack = frame.pages
    switch command {
    case "load": try load()
    case "push":
        stack.pages.append(try makePage("Page", under: stack, argument))
        session.invalidate(stack)
    case "pop":
        _ = stack.pages.popLast()
        session.invalidate(stack)
    case "sheet":
        frame.sheet = try makePage("Sheet", under: frame, argument)
        session.invalidate(frame)
    case "close":
        frame.sheet = nil
        session.invalidate(frame)
    case "select":
        frame.selected = Int(argument) ?? 0
        session.invalidate(frame)
    case "scroll":
        frame.list.rows.top = Int(argument) ?? 0
        session.invalidate(frame.list.rows)
    case "read":
        guard let inbox = frame.inbox as? Inbox else { return }
        inbox.message = Int(argument) ?? 0
        session.invalidate(inbox)
    case "zoom":
        let words = argument.split(separator: " ")
        guard let index = names.firstIndex(of: String(words[0])) else { return }
        let item = frame.items[index] as? any MethodProviding
        _ = try item?.call("setZoom", Double(words[1]) ?? 1)
    case "save": try session.preserveNow()
    default: say("unknown command \(command)")
    }
}

@MainActor func screen() throws -> String {
    func text(_ page: (any Restorable)?) -> String { (page as? Page)?.text ?? "" }
    let pages = frame.pages.pages.map(text).joined(separator: ", ")
    let row = frame.list.rows.count > 0 ? "\(frame.list.rows.top)" : "-"
    let message = (frame.inbox as? Inbox).map { "\($0.message)" } ?? "-"
    var screen =
        "tab \(frame.selected); pages \(pages); sheet \(text(frame.sheet)); row \(row); message \(message)"
    for (name, item) in zip(names, frame.items) {
        guard let item = item as? any MethodProviding else { continue }
        screen += "; \(name) \(Int(try item.call("zoom", as: Double.self)))"
    }
    return screen
}

say(try screen())
while true {
    var waiting = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: session.fileDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    poll(&waiting, 2, session.millisecondsToNextDeadline)
    session.runPending()
    guard waiting[0].revents != 0 else { continue }
    guard let line = readLine() else { break }
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    try obey(words[0], words.count > 1 ? words[1] : "")
    say(try screen())
}
session.close()
