import CBoard
import RestorationKit
import RestorationUIKit

/// A screen that shows an object of a plugin. It knows only the object's table, from `board.h`.
class ContentController: UIViewController {
    private var content: (any Restorable)?

    /// Asks the plugin whose route is `Stack/Content/Widget` for a new object.
    func makeContent() throws {
        content = try makeRestorableObject("Widget")
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(content, forKey: "content")  // a reference; the plugin encodes the object
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        content = coder.decodeObject(forKey: "content") as? any Restorable
    }

    var text: String {
        if let missing = content as? UnavailableObject { return missing.reason.problem }
        guard let table, let show = table.pointee.show else { return "nothing" }
        let bytes = [UInt8](unsafeUninitializedCapacity: 200) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) {
                // A plugin may return a wrong size.
                count = min(Int(show(table.pointee.context, $0.baseAddress, 200)), 200)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func press() {
        guard let table, let press = table.pointee.press else { return }
        press(table.pointee.context)
    }

    /// The object's table; `nil` if it has none, or a shorter one.
    private var table: UnsafePointer<board_content>? {
        let table = (content as? any InterfaceProviding)?.interface(BOARD_CONTENT)
        guard let found = table?.assumingMemoryBound(to: board_content.self),
            found.pointee.struct_size >= MemoryLayout<board_content>.size
        else { return nil }
        return found
    }
}
