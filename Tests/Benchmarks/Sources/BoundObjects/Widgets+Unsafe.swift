import BenchmarkReport
import Foundation
import RestorationKit

/// The library of `Peers/widgets.c`, called like a linked library.
@safe final class Widgets {
    typealias Widget = UnsafeMutableRawPointer

    let file: String
    // Invariant: the function types match the source, and the library is never closed.
    let makeWindow: @convention(c) (Int32) -> Widget?
    let free: @convention(c) (Widget?) -> Void
    let name: @convention(c) (Widget?) -> UnsafePointer<CChar>?
    let first: @convention(c) (Widget?) -> Widget?
    let next: @convention(c) (Widget?) -> Widget?
    let position: @convention(c) (Widget?) -> Int32
    let setPosition: @convention(c) (Widget?, Int32) -> Void
    let label: @convention(c) (Widget?) -> UnsafePointer<CChar>?
    let setLabel: @convention(c) (Widget?, UnsafePointer<CChar>?) -> Void
    let restore: @convention(c) (Widget?, Widget?) -> Int32

    init(in directory: String) throws {
        file = directory + "/libwidgets.so"
        try Compiler.compile("widgets.c", to: file, ["-shared", "-fPIC"])
        let library = unsafe dlopen(file, RTLD_NOW)!
        func symbol<Function>(_ name: String, _ type: Function.Type) -> Function {
            unsafe unsafeBitCast(dlsym(library, name)!, to: type)
        }
        unsafe makeWindow = symbol("widget_new_window", (@convention(c) (Int32) -> Widget?).self)
        unsafe free = symbol("widget_free", (@convention(c) (Widget?) -> Void).self)
        unsafe name = symbol(
            "widget_name",
            (@convention(c) (Widget?) -> UnsafePointer<CChar>?).self
        )
        unsafe first = symbol("widget_first", (@convention(c) (Widget?) -> Widget?).self)
        unsafe next = symbol("widget_next", (@convention(c) (Widget?) -> Widget?).self)
        unsafe position = symbol("widget_get_position", (@convention(c) (Widget?) -> Int32).self)
        unsafe setPosition = symbol(
            "widget_set_position",
            (@convention(c) (Widget?, Int32) -> Void).self
        )
        unsafe label = symbol(
            "widget_get_label",
            (@convention(c) (Widget?) -> UnsafePointer<CChar>?).self
        )
        unsafe setLabel = symbol(
            "widget_set_label",
            (@convention(c) (Widget?, UnsafePointer<CChar>?) -> Void).self
        )
        unsafe restore = symbol(
            "widget_restore",
            (@convention(c) (Widget?, Widget?) -> Int32).self
        )
    }

    /// A window whose widgets have the state of their number, or none yet.
    func window(_ count: Int, filled: Bool) -> UInt {
        let window = unsafe makeWindow(Int32(count))
        guard filled else { return UInt(bitPattern: window) }
        var widget = unsafe first(window)
        var number: Int32 = 0
        while let current = unsafe widget {
            unsafe setPosition(current, number + 1)
            unsafe setLabel(current, "what was typed into entry \(number)")
            number += 1
            unsafe widget = next(current)
        }
        return UInt(bitPattern: window)
    }

    func free(_ window: UInt) { unsafe free(Widget(bitPattern: window)) }

    /// Restores in hand-written C, and returns the number of restored widgets.
    func restore(_ window: UInt, from saved: UInt) -> Int32 {
        unsafe restore(Widget(bitPattern: window), Widget(bitPattern: saved))
    }

    /// Whether all widgets of a window have the state of their number.
    func isFilled(_ window: UInt) -> Bool {
        var widget = unsafe first(Widget(bitPattern: window))
        var number: Int32 = 0
        while let current = unsafe widget {
            let text = unsafe label(current).map { unsafe String(cString: $0) }
            guard unsafe position(current) == number + 1,
                text == "what was typed into entry \(number)"
            else { return false }
            number += 1
            unsafe widget = next(current)
        }
        return number > 0
    }

    func adopt(_ window: UInt, into session: RestorationSession) throws -> any Restorable {
        unsafe try session.adopt(Widget(bitPattern: window)!, from: "org.example.widgets")
    }
}

/// The window with hand-written restoration code.
@safe final class HandWindow: RestorableElementOwner {
    let restorationIdentifier: String? = "Main"
    private var entries: [HandEntry] = []
    var restorationElements: [any RestorableElement]? { entries }

    init(_ window: UInt, _ library: Widgets) {
        var widget = unsafe library.first(Widgets.Widget(bitPattern: window))
        while let current = unsafe widget {
            let entry = unsafe HandEntry(current, library)
            entry.restorationParent = self
            entries.append(entry)
            unsafe widget = library.next(current)
        }
    }
}

@safe final class HandEntry: RestorableElement {
    private let widget: Widgets.Widget
    private let library: Widgets
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?

    init(_ widget: Widgets.Widget, _ library: Widgets) {
        unsafe self.widget = widget
        self.library = library
        restorationIdentifier = unsafe library.name(widget).map { unsafe String(cString: $0) }
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(unsafe library.position(widget), forKey: "position")
        coder.encode(unsafe String(cString: library.label(widget)!), forKey: "label")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        if let position = try coder.decode(Int32.self, forKey: "position") {
            unsafe library.setPosition(widget, position)
        }
        if let label = try coder.decode(String.self, forKey: "label") {
            unsafe library.setLabel(widget, label)
        }
    }
}
