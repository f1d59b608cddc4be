import CPetFinder
import CRestorationPlugin
import RestorationPluginKit

extension PetEditor: InterfaceProviding {
    func interface(_ id: String) -> UnsafeRawPointer? {
        unsafe id == PETFINDER_SCREEN_INTERFACE ? screen.pointer : nil
    }
}

extension PetEditor {
    /// The table by which Pet Finder shows the editor: `org.restorationkit.petfinder.screen/1`.
    ///
    /// Its context is the editor's pointer. The SDK looks it up among live objects, so a stale one
    /// is ignored.
    func makeScreenTable() -> InterfaceTable {
        unsafe InterfaceTable(
            petfinder_screen(
                struct_size: UInt32(MemoryLayout<petfinder_screen>.size),
                reserved: 0,
                context: interfacePointer,
                draw: { screen, canvas in
                    guard let canvas = unsafe LentCanvas(canvas) else { return }
                    unsafe PetEditor.object(at: screen?.pointee.context)?.draw(on: canvas)
                },
                key: { screen, key in
                    guard let editor = unsafe PetEditor.object(at: screen?.pointee.context),
                        let lent = unsafe key?.pointee, let key = unsafe EditorKey(lent)
                    else { return UInt32(PETFINDER_KEY_IGNORED) }
                    let size = unsafe EditorSize(
                        columns: Int(lent.columns),
                        rows: Int(lent.rows)
                    )
                    return switch editor.handle(key, in: size) {
                    case .ignored: UInt32(PETFINDER_KEY_IGNORED)
                    case .handled: UInt32(PETFINDER_KEY_HANDLED)
                    case .leave: UInt32(PETFINDER_KEY_LEAVE)
                    }
                },
                cursor: { screen, columns, rows, place in
                    let size = EditorSize(columns: Int(columns), rows: Int(rows))
                    guard let editor = unsafe PetEditor.object(at: screen?.pointee.context),
                        let cursor = editor.cursorPlace(in: size)
                    else { return 0 }
                    unsafe place?.pointee = petfinder_position(
                        column: UInt32(cursor.column),
                        row: UInt32(cursor.row)
                    )
                    return 1
                },
                // Keys and their actions.
                help: { _ in
                    unsafe restoration_string(
                        literal: "Tab\tNext field\tEnter\tOK\tEsc\tCancel"
                    )
                }
            )
        )
    }
}

/// Pet Finder's canvas during `draw`.
@safe private struct LentCanvas: EditorCanvas {
    private let canvas: UnsafePointer<petfinder_canvas>

    init?(_ canvas: UnsafePointer<petfinder_canvas>?) {
        guard let canvas = unsafe canvas else { return nil }
        unsafe self.canvas = canvas
    }

    var size: EditorSize {
        unsafe EditorSize(
            columns: Int(canvas.pointee.columns),
            rows: Int(canvas.pointee.rows)
        )
    }

    var isFocused: Bool { unsafe canvas.pointee.is_focused != 0 }

    func write(_ text: some StringProtocol, column: Int, row: Int, style: EditorStyle) {
        unsafe String(text).lent {
            unsafe canvas.pointee.write(
                canvas,
                Int32(clamping: column),
                Int32(clamping: row),
                $0,
                style.number
            )
        }
    }

    func fill(column: Int, row: Int, columns: Int, style: EditorStyle) {
        unsafe canvas.pointee.fill(
            canvas,
            Int32(clamping: column),
            Int32(clamping: row),
            UInt32(clamping: columns),
            1,
            style.number
        )
    }
}

extension EditorStyle {
    fileprivate var number: UInt32 {
        switch self {
        case .plain: UInt32(PETFINDER_STYLE_PLAIN)
        case .quiet: UInt32(PETFINDER_STYLE_QUIET)
        case .problem: UInt32(PETFINDER_STYLE_PROBLEM)
        case .selected: UInt32(PETFINDER_STYLE_SELECTED)
        case .field: UInt32(PETFINDER_STYLE_FIELD)
        case .fieldFocused: UInt32(PETFINDER_STYLE_FIELD_FOCUSED)
        }
    }
}

extension EditorKey {
    fileprivate init?(_ key: petfinder_key) {
        switch unsafe Int(key.code) {
        case PETFINDER_KEY_TEXT: self = unsafe .text(String(copying: key.text) ?? "")
        case PETFINDER_KEY_PASTE: self = unsafe .paste(String(copying: key.text) ?? "")
        case PETFINDER_KEY_UP: self = .up
        case PETFINDER_KEY_DOWN: self = .down
        case PETFINDER_KEY_LEFT: self = .left
        case PETFINDER_KEY_RIGHT: self = .right
        case PETFINDER_KEY_HOME: self = .home
        case PETFINDER_KEY_END: self = .end
        case PETFINDER_KEY_PAGE_UP: self = .pageUp
        case PETFINDER_KEY_PAGE_DOWN: self = .pageDown
        case PETFINDER_KEY_ENTER: self = .enter
        case PETFINDER_KEY_ESCAPE: self = .escape
        case PETFINDER_KEY_TAB: self = .tab
        case PETFINDER_KEY_BACK_TAB: self = .backTab
        case PETFINDER_KEY_BACKSPACE: self = .backspace
        case PETFINDER_KEY_DELETE: self = .delete
        default: return nil
        }
    }
}
