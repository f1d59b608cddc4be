import CDesk
import RestorationPluginKit

final class Note: RestorableObject, InterfaceProviding {
    private var text = "Nothing to do"
    // The interface that the desk asks for. The table's context is this object.
    private lazy var table = InterfaceTable(
        desk_item(
            struct_size: UInt32(MemoryLayout<desk_item>.size),
            reserved: 0,
            context: interfacePointer,
            show: { Note.object(at: $0)?.show($1, $2) ?? 0 },
            type: { Note.object(at: $0)?.type($1, $2) }
        )
    )

    init(_ request: CreationRequest) throws {}  // do little: decoding sets the state

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }

    /// The table lives as long as the object.
    func interface(_ id: String) -> UnsafeRawPointer? {
        id == DESK_ITEM ? table.pointer : nil
    }

    private func show(_ bytes: UnsafeMutablePointer<CChar>?, _ size: UInt32) -> UInt32 {
        let shown = text.utf8.prefix(Int(size)).map { CChar(bitPattern: $0) }
        bytes?.update(from: shown, count: shown.count)
        return UInt32(shown.count)
    }

    private func type(_ bytes: UnsafePointer<CChar>?, _ count: UInt32) {
        let typed = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        text = String(decoding: typed, as: UTF8.self)  // copies the lent bytes
        invalidateRestorableState()  // the desk saves soon
    }
}

let restorationPlugin = RestorationPlugin(Note.self)
