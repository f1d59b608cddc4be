import CPetFinder
import CRestorationPlugin
import RestorationPluginKit

/// Pet Finder's cats, by its interface `org.restorationkit.petfinder.pets/1`.
enum Pets {
    struct Pet {
        let name: String
        let age: Int
        let story: String

        var fields: [String] { [name, "\(age)", story] }
    }

    static var nameLimit: Int { Int(PETFINDER_NAME_LIMIT) }
    static var textLimit: Int { Int(PETFINDER_TEXT_LIMIT) }
    static var maximumAge: Int { Int(PETFINDER_MAXIMUM_AGE) }

    /// Invariant (petfinder/screen.h): valid until the process ends.
    private static var table: UnsafePointer<petfinder_pets>? {
        PluginHost.interface(PETFINDER_PETS_INTERFACE, as: petfinder_pets.self)
    }

    static func find(_ id: String) -> Pet? {
        guard let table = unsafe table else { return nil }
        return unsafe id.lent { id in
            var pet: UnsafePointer<petfinder_pet>?
            let status = unsafe table.pointee.find(table, id, &pet)
            guard status == RESTORATION_OK, let pet = unsafe pet?.pointee else { return nil }
            return unsafe Pet(
                name: String(copying: pet.name) ?? "",
                age: Int(pet.age),
                story: String(copying: pet.story) ?? ""
            )
        }
    }

    /// Stores corrections of a cat; `false` if Pet Finder could not, and has informed the user.
    static func correct(_ id: String, name: String, age: Int, story: String) -> Bool {
        guard let table = unsafe table, let age = UInt32(exactly: age) else { return false }
        return unsafe id.lent { id in
            unsafe name.lent { name in
                unsafe story.lent { story in
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
}

/// Measures characters by Pet Finder's interface `org.restorationkit.petfinder.text/1`.
enum Text {
    static func columns(of character: Character) -> Int {
        if character.isASCII { return 1 }
        guard
            let table = PluginHost.interface(
                PETFINDER_TEXT_INTERFACE,
                as: petfinder_text.self
            )
        else { return 1 }
        return unsafe String(character).lent { text in
            var measured = petfinder_character()
            let status = unsafe table.pointee.character(table, text, &measured)
            return status == RESTORATION_OK ? Int(measured.columns) : 1
        }
    }
}
