import CPetFinder
import CRestorationPlugin
import RestorationCore
import RestorationEngine
import RestorationTerminal

/// The screen interface of a plugin's object, for one call.
///
/// Invariant (petfinder/screen.h): the table lives as long as its object, which `object` retains.
/// Fields beyond the table's own size are not read.
@MainActor @safe struct PluginTable {
    static var interface: String { PETFINDER_SCREEN_INTERFACE }

    private let object: any Restorable
    private let table: UnsafePointer<petfinder_screen>

    /// Gets an object's table. `nil` if it has none, or lacks `draw` or `key`.
    init?(_ object: any Restorable) {
        guard
            let pointer = unsafe (object as? any InterfaceProviding)?
                .interface(Self.interface)
        else { return nil }
        let table = unsafe pointer.assumingMemoryBound(to: petfinder_screen.self)
        guard unsafe Field.key.isWithin(table),
            unsafe table.pointee.draw != nil, unsafe table.pointee.key != nil
        else { return nil }
        self.object = object
        unsafe self.table = table
    }

    /// The fields that an older table may lack.
    private enum Field {
        case key, cursor, help

        func isWithin(_ table: UnsafePointer<petfinder_screen>) -> Bool {
            let offset =
                switch self {
                case .key: unsafe MemoryLayout<petfinder_screen>.offset(of: \.key)!
                case .cursor: unsafe MemoryLayout<petfinder_screen>.offset(of: \.cursor)!
                case .help: unsafe MemoryLayout<petfinder_screen>.offset(of: \.help)!
                }
            let end = offset + MemoryLayout<UInt>.size
            return unsafe Int(table.pointee.struct_size) >= end
        }
    }

    func handle(_ key: Key, size: Size) -> KeyOutcome {
        guard let code = key.code else { return .ignored }
        var text: [CChar] = []
        switch key {
        case .character(let scalar): text = String(scalar).utf8.map { CChar(bitPattern: $0) }
        case .paste(let pasted): text = pasted.utf8.map { CChar(bitPattern: $0) }
        default: break
        }
        let outcome = unsafe text.withUnsafeBufferPointer { text in
            var pressed = unsafe petfinder_key(
                struct_size: UInt32(MemoryLayout<petfinder_key>.size),
                code: code,
                text: restoration_string(bytes: text.baseAddress, count: UInt64(text.count)),
                columns: UInt32(size.columns),
                rows: UInt32(size.rows)
            )
            return unsafe table.pointee.key(table, &pressed)
        }
        switch outcome {
        case UInt32(PETFINDER_KEY_HANDLED): return .handled
        case UInt32(PETFINDER_KEY_LEAVE): return .leave
        default: return .ignored
        }
    }

    func draw(with pen: Pen, isFocused: Bool) {
        let drawing = Drawing(pen)
        var lent = unsafe petfinder_canvas(
            struct_size: UInt32(MemoryLayout<petfinder_canvas>.size),
            is_focused: isFocused ? 1 : 0,
            context: Unmanaged.passUnretained(drawing).toOpaque(),
            columns: UInt32(pen.size.columns),
            rows: UInt32(pen.size.rows),
            write: { canvas, column, row, text, style in
                unsafe Drawing.of(canvas)?.write(String(lent: text), column, row, style)
            },
            fill: { canvas, column, row, columns, rows, style in
                unsafe Drawing.of(canvas)?.fill(column, row, columns, rows, style)
            }
        )
        unsafe table.pointee.draw(table, &lent)
    }

    func cursor(in size: Size) -> Position? {
        guard unsafe Field.cursor.isWithin(table), let ask = unsafe table.pointee.cursor else {
            return nil
        }
        var place = petfinder_position()
        let isShown = unsafe ask(table, UInt32(size.columns), UInt32(size.rows), &place)
        guard isShown != 0, Int(place.column) < size.columns, Int(place.row) < size.rows else {
            return nil
        }
        return Position(column: Int(place.column), row: Int(place.row))
    }

    /// Alternating keys and actions, separated by tab characters.
    var help: String {
        guard unsafe Field.help.isWithin(table), let ask = unsafe table.pointee.help else {
            return ""
        }
        return unsafe String(lent: ask(table))
    }
}

/// The canvas of one `draw` call. Plugins draw on the main thread.
private final class Drawing: Sendable {
    private let pen: Pen

    init(_ pen: Pen) { self.pen = pen }

    /// Invariant: the context is the drawing that ``PluginTable/draw(with:isFocused:)`` retains
    /// during the call.
    static func of(_ canvas: UnsafePointer<petfinder_canvas>?) -> Drawing? {
        guard let context = unsafe canvas?.pointee.context else { return nil }
        return unsafe Unmanaged<Drawing>.fromOpaque(context).takeUnretainedValue()
    }

    func write(_ text: String, _ column: Int32, _ row: Int32, _ style: UInt32) {
        MainActor.assumeIsolated {
            // The plugin has measured a tab as one column.
            let text = text.replacing("\t", with: " ")
            pen.write(text, column: Int(column), row: Int(row), style: Style(plugin: style))
        }
    }

    func fill(_ column: Int32, _ row: Int32, _ columns: UInt32, _ rows: UInt32, _ style: UInt32) {
        MainActor.assumeIsolated {
            pen.fill(
                column: Int(column),
                row: Int(row),
                columns: Int(columns),
                rows: Int(rows),
                style: Style(plugin: style)
            )
        }
    }
}

extension Style {
    fileprivate init(plugin number: UInt32) {
        let known: [Style] = [
            .plain, .strong, .quiet, .accent, .problem, .selected, .field, .fieldFocused,
        ]
        self = known.indices.contains(Int(number)) ? known[Int(number)] : .plain
    }
}

extension Key {
    fileprivate var code: UInt32? {
        switch self {
        case .character: UInt32(PETFINDER_KEY_TEXT)
        case .up: UInt32(PETFINDER_KEY_UP)
        case .down: UInt32(PETFINDER_KEY_DOWN)
        case .left: UInt32(PETFINDER_KEY_LEFT)
        case .right: UInt32(PETFINDER_KEY_RIGHT)
        case .home: UInt32(PETFINDER_KEY_HOME)
        case .end: UInt32(PETFINDER_KEY_END)
        case .pageUp: UInt32(PETFINDER_KEY_PAGE_UP)
        case .pageDown: UInt32(PETFINDER_KEY_PAGE_DOWN)
        case .enter: UInt32(PETFINDER_KEY_ENTER)
        case .escape: UInt32(PETFINDER_KEY_ESCAPE)
        case .tab: UInt32(PETFINDER_KEY_TAB)
        case .backTab: UInt32(PETFINDER_KEY_BACK_TAB)
        case .backspace: UInt32(PETFINDER_KEY_BACKSPACE)
        case .delete: UInt32(PETFINDER_KEY_DELETE)
        case .paste: UInt32(PETFINDER_KEY_PASTE)
        default: nil
        }
    }
}

enum KeyOutcome: Hashable {
    case ignored
    case handled
    /// The object has used the key and gives up the focus.
    case leave
}
