import CPetFinder
import CRestorationPlugin
import PetFinderModel
import TerminalScreen

/// `org.restorationkit.petfinder.text/1`: measures characters the way the canvas shows them.
enum TextService {
    /// Makes the plugins' table, which lives until the process ends.
    static func makeTable() -> UnsafeRawPointer {
        let table = UnsafeMutablePointer<petfinder_text>.allocate(capacity: 1)
        unsafe table.initialize(
            to: petfinder_text(
                struct_size: UInt32(MemoryLayout<petfinder_text>.size),
                reserved: 0,
                context: nil,
                character: { _, text, character in
                    guard let character = unsafe character else {
                        return restoration_status(RESTORATION_INVALID)
                    }
                    let lent = unsafe [UInt8](lent: text, upTo: FirstCharacter.limit)
                    guard let first = FirstCharacter(of: lent) else {
                        return restoration_status(RESTORATION_ABSENT)
                    }
                    unsafe character.pointee = petfinder_character(
                        bytes: UInt32(first.sizeInBytes),
                        columns: UInt32(first.columns)
                    )
                    return restoration_status(RESTORATION_OK)
                }
            )
        )
        return UnsafeRawPointer(table)
    }
}
