internal import CRestorationPlugin
internal import RestorationCore
internal import RestorationEngine

/// An object of a class with a shape (`restoration/shape.h`): a container, a presenter and an owner
/// of elements in one.
///
/// A part that the shape lacks is empty.
final class ShapedObject: PluginObject, RestorableContainer, RestorablePresenter,
    RestorableElementOwner
{
    /// The last answer, used while the object fails to answer.
    private var known: [RestorationSlot] = []
    private var knownSelection: (any Restorable)?
    private var knownPresented: (any Restorable)?
    /// Restored objects that the object failed to attach or present. Without them in its answers,
    /// their state would end at the next save.
    private var unattached: [RestorationSlot] = []
    private var unpresented: (any Restorable)?

    private var shape: restoration_shape? { pluginClass.shape }

    override init(
        _ object: UnsafeMutableRawPointer,
        of pluginClass: PluginClass,
        handle: UInt64,
        path: [String],
        lending: Lending? = nil
    ) {
        unsafe super.init(object, of: pluginClass, handle: handle, path: path, lending: lending)
        pluginClass.context.hasShapes = true
    }

    private func hasFlag(_ flag: Int) -> Bool {
        (shape?.flags ?? 0) & UInt32(flag) != 0
    }

    /// Calls a function of the shape.
    private func call<Result>(_ name: String, _ body: () -> Result) -> (Result, String?) {
        let answer = pluginClass.runRecorded(.interface, at: path, as: name, body)
        return (answer.result, answer.message)
    }

    // MARK: The container

    var restorationSlots: [RestorationSlot] { listed.slots }
    var restorationSelection: (any Restorable)? { listed.selection }
    var restorationArrangement: RestorationArrangement {
        hasFlag(RESTORATION_SHAPE_STACK) ? .stack : .places
    }
    var distinguishesChildrenByPosition: Bool { hasFlag(RESTORATION_SHAPE_BY_POSITION) }

    override var restorationChildren: [any Restorable] {
        let listed = restorationSlots.map(\.child)
        return listed + children.objects.filter { child in !listed.contains { $0 === child } }
    }

    private var listed: (slots: [RestorationSlot], selection: (any Restorable)?) {
        guard let list = unsafe shape?.children, let object = unsafe try? living() else {
            return ([], nil)
        }
        var selected: restoration_handle = 0
        let receiver = ListReceiver(pluginClass.context, takesElements: false)
        let (status, message) = call("children") {
            unsafe receiver.lend { unsafe list(object, $0, &selected) }
        }
        if Status.settled(status, message) == Status.ok {
            unattached.removeAll { slot in receiver.slots.contains { $0.child === slot.child } }
            known = receiver.slots + unattached
            knownSelection =
                selected == 0
                ? (unattached.isEmpty ? nil : knownSelection)
                : pluginClass.context.object(for: selected)
        } else {
            tell("It did not list its children", message)
        }
        known.removeAll { ($0.child as? PluginObject)?.isGivenUp == true }
        note(receiver)
        return (known, knownSelection)
    }

    func attachRestored(
        _ slots: [RestorationSlot],
        selecting selection: (any Restorable)?
    ) {
        let context = pluginClass.context
        keep(slots.map(\.child))
        known = slots
        if let selection { knownSelection = selection }
        guard let attach = unsafe shape?.attach, let object = unsafe try? living() else { return }
        let selected = selection.map { context.handle(of: $0) } ?? 0
        var text: [UInt8] = []
        var children: [(handle: UInt64, start: Int, count: Int)] = []
        for slot in slots {
            let key = Array((slot.key ?? "").utf8)
            children.append((context.handle(of: slot.child), text.count, key.count))
            text += key
        }
        let (_, message) = unsafe text.withUnsafeBytes { bytes in
            // Invariant: the buffer has the bytes of all keys, and outlives the call.
            let lent = unsafe children.map { child in
                unsafe restoration_child(
                    object: child.handle,
                    slot: restoration_string(
                        borrowing: UnsafeRawBufferPointer(
                            rebasing: bytes[child.start..<child.start + child.count]
                        )
                    )
                )
            }
            return unsafe lent.withUnsafeBufferPointer { lent in
                call("attach") {
                    unsafe attach(object, lent.baseAddress, UInt64(lent.count), selected)
                }
            }
        }
        unattached = message == nil ? [] : slots
        if let message { tell("It did not attach its children", message) }
    }

    // MARK: The presenter

    var restorationPresented: (any Restorable)? {
        guard let presented = unsafe shape?.presented, let object = unsafe try? living() else {
            return nil
        }
        let (handle, message) = call("presented") { unsafe presented(object) }
        if message == nil {
            let found = handle == 0 ? nil : pluginClass.context.object(for: handle)
            if found != nil { unpresented = nil }
            knownPresented = found ?? unpresented
        }
        if let knownPresented { keep([knownPresented]) }
        return knownPresented
    }

    func presentRestored(_ presented: any Restorable) {
        keep([presented])
        knownPresented = presented
        guard let present = unsafe shape?.present, let object = unsafe try? living() else { return }
        let handle = pluginClass.context.handle(of: presented)
        let (_, message) = call("present") { unsafe present(object, handle) }
        unpresented = message == nil ? nil : presented
        if let message { tell("It did not present an object", message) }
    }

    // MARK: The owner of elements

    var restorationElements: [any RestorableElement]? {
        let (elements, isComplete) = listedElements
        return elements.isEmpty && !isComplete ? nil : elements
    }

    var awaitsElements: Bool { !listedElements.isComplete }

    private var listedElements: (elements: [any RestorableElement], isComplete: Bool) {
        guard let list = unsafe shape?.elements, let object = unsafe try? living() else {
            return ([], true)
        }
        let receiver = ListReceiver(pluginClass.context, takesElements: true)
        let (status, message) = call("elements") {
            unsafe receiver.lend { unsafe list(object, $0) }
        }
        note(receiver)
        let settled = Status.settled(status, message)
        if settled != Status.ok, settled != Status.notYet {
            tell("It did not list its elements", message)
        }
        return (
            receiver.slots.compactMap { $0.child as? any RestorableElement }, settled == Status.ok
        )
    }

    // MARK: Lifetime

    /// Keeps restored or listed objects alive: a plugin's object holds them, and the program's
    /// session does so for the program.
    private func keep(_ objects: [any Restorable]) {
        if let program = pluginClass.image.program {
            program.own(objects)
        } else if !pluginClass.image.isProgram {
            for object in objects { add(object) }
        }
    }

    package override var contents: [any Restorable] {
        super.contents + restorationSlots.map(\.child) + [restorationPresented].compactMap(\.self)
            + (restorationElements ?? [])
    }

    private func note(_ receiver: ListReceiver) {
        keep(receiver.slots.map(\.child))
        guard receiver.refusedCount > 0 else { return }
        tell("\(receiver.refusedCount) of the handles that it listed name no object", nil)
    }

    private func tell(_ problem: String, _ message: String?) {
        pluginClass.image.log(
            .warning,
            message.map { "\(problem): \($0)" } ?? problem,
            at: RestorationPath.printed(path)
        )
    }
}

/// The host's side of a `restoration_children`.
@safe private final class ListReceiver {
    private let context: PluginContext
    private let takesElements: Bool
    private(set) var slots: [RestorationSlot] = []
    private(set) var refusedCount = 0

    init(_ context: PluginContext, takesElements: Bool) {
        self.context = context
        self.takesElements = takesElements
    }

    func lend(
        _ body: (UnsafeMutablePointer<restoration_children>) -> restoration_status
    ) -> restoration_status {
        // Invariant: this object outlives the call, after which the table is void.
        var table = unsafe restoration_children(
            struct_size: UInt32(MemoryLayout<restoration_children>.size),
            reserved: 0,
            context: Unmanaged.passUnretained(self).toOpaque(),
            add: { table, child in
                guard let context = unsafe table?.pointee.context, let child = unsafe child else {
                    return Status.invalid
                }
                let receiver = unsafe Unmanaged<ListReceiver>.fromOpaque(context)
                    .takeUnretainedValue()
                return unsafe receiver.add(child.pointee)
            }
        )
        return unsafe body(&table)
    }

    private func add(_ child: restoration_child) -> restoration_status {
        guard context.mailbox.isOnThread else { return Status.wrongThread }
        guard let object = unsafe context.object(for: child.object),
            !takesElements || object is any RestorableElement,
            let key = unsafe child.slot.copied(limit: PluginText.limit)
        else {
            refusedCount += 1
            return Status.invalid
        }
        slots.append(RestorationSlot(object, key: key.isEmpty ? nil : key))
        return Status.ok
    }
}
