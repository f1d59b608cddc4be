import CPetFinder
import CRestorationPlugin
import RestorationPluginKit

/// The cats of Pet Finder, as its interface `org.restorationkit.petfinder.pets/1` lends them.
enum Pets {
    /// What the editor needs of a cat.
    struct Pet {
        let name: String
        let age: Int
        let story: String
    }

    static var nameLimit: Int { Int(PETFINDER_NAME_LIMIT) }
    static var textLimit: Int { Int(PETFINDER_TEXT_LIMIT) }
    static var maximumAge: Int { Int(PETFINDER_MAXIMUM_AGE) }

    /// Invariant (petfinder/screen.h): valid until the process ends.
    private static var table: UnsafePointer<petfinder_pets>? {
        unsafe PluginHost.interface(PETFINDER_PETS_INTERFACE)?
            .assumingMemoryBound(to: petfinder_pets.self)
    }

    /// The cat of that id, if Pet Finder knows it.
    static func find(_ id: String) -> Pet? {
        guard let table = unsafe table else { return nil }
        return unsafe lend(id) { id in
            var pet: UnsafePointer<petfinder_pet>?
            let status = unsafe table.pointee.find(table, id, &pet)
            guard status == RESTORATION_OK, let pet = unsafe pet?.pointee else { return nil }
            return unsafe Pet(
                name: copy(pet.name),
                age: Int(pet.age),
                story: copy(pet.story)
            )
        }
    }

    /// Keeps corrections of a cat; `false` if they could not be kept, which Pet Finder has told the
    /// person.
    static func correct(_ id: String, name: String, age: Int, story: String) -> Bool {
        guard let table = unsafe table, let age = UInt32(exactly: age) else { return false }
        return unsafe lend(id) { id in
            unsafe lend(name) { name in
                unsafe lend(story) { story in
                    var correction = unsafe petfinder_correction(
                        struct_size: UInt32(MemoryLayout<petfinder_correction>.size),
                        age: age,
                        name: name,
                        story: story
                    )
                    return unsafe table.pointee.correct(table, id, &correction) == RESTORATION_OK
                }
            }
        }
    }

    /// Lends text for one call.
    static func lend<Result>(_ text: String, _ body: (restoration_string) -> Result) -> Result {
        var text = text
        return text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) {
                unsafe body(restoration_string(bytes: $0.baseAddress, count: UInt64($0.count)))
            }
        }
    }

    /// Copies text that Pet Finder lends.
    static func copy(_ text: restoration_string) -> String {
        let bytes = unsafe UnsafeRawBufferPointer(start: text.bytes, count: Int(text.count))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}

/// What a character is, as Pet Finder's interface `org.restorationkit.petfinder.text/1` measures it.
enum Text {
    /// The columns that a character takes on Pet Finder's canvas.
    static func columns(of character: Character) -> Int {
        if character.isASCII { return 1 }
        guard
            let table = unsafe PluginHost.interface(PETFINDER_TEXT_INTERFACE)?
                .assumingMemoryBound(to: petfinder_text.self)
        else { return 1 }
        return unsafe Pets.lend(String(character)) { text in
            var measured = petfinder_character()
            let status = unsafe table.pointee.character(table, text, &measured)
            return status == RESTORATION_OK ? Int(measured.columns) : 1
        }
    }
}
