import CPetFinder
import CRestorationPlugin
import Glibc
import PetFinderModel

/// `org.restorationkit.petfinder.pets/1`: the cats and the user's records, for plugins.
@safe final class PetsService {
    private let book: PetBook
    private let report: (PetFinderError) -> Void
    /// The session's thread, the only one that may call.
    private let thread = pthread_self()
    /// The lent cat, and the memory of its strings.
    private let lentPet = UnsafeMutablePointer<petfinder_pet>.allocate(capacity: 1)
    private var lentText: [UnsafeMutableRawPointer] = unsafe []

    init(book: PetBook, report: @escaping (PetFinderError) -> Void) {
        self.book = book
        self.report = report
        unsafe lentPet.initialize(to: petfinder_pet())
    }

    /// Makes the plugins' table. It lives, with the service, until the process ends, because
    /// plugins retain the pointer.
    func makeTable() -> UnsafeRawPointer {
        let table = UnsafeMutablePointer<petfinder_pets>.allocate(capacity: 1)
        unsafe table.initialize(
            to: petfinder_pets(
                struct_size: UInt32(MemoryLayout<petfinder_pets>.size),
                reserved: 0,
                context: Unmanaged.passRetained(self).toOpaque(),
                find: { table, id, pet in
                    unsafe PetsService.serve(table) { service in
                        guard let pet = unsafe pet else {
                            return restoration_status(RESTORATION_INVALID)
                        }
                        let found = unsafe service.lend(String(lent: id))
                        unsafe pet.pointee = found.map { unsafe UnsafePointer($0) }
                        let isFound = unsafe found != nil
                        return restoration_status(isFound ? RESTORATION_OK : RESTORATION_ABSENT)
                    }
                },
                correct: { table, id, correction in
                    unsafe PetsService.serve(table) { service in
                        guard let correction = unsafe correction?.pointee else {
                            return restoration_status(RESTORATION_INVALID)
                        }
                        return unsafe service.correct(String(lent: id), correction)
                    }
                },
                note: { table, id, notes in
                    unsafe PetsService.serve(table) { service in
                        unsafe service.note(String(lent: id), notes)
                    }
                }
            )
        )
        return UnsafeRawPointer(table)
    }

    /// Calls a table's service on the session's thread only.
    ///
    /// Invariant: the context is the service, which is never released.
    private static func serve(
        _ table: UnsafePointer<petfinder_pets>?,
        _ answer: (PetsService) -> restoration_status
    ) -> restoration_status {
        guard let context = unsafe table?.pointee.context else {
            return restoration_status(RESTORATION_INVALID)
        }
        let service = unsafe Unmanaged<PetsService>.fromOpaque(context).takeUnretainedValue()
        guard pthread_equal(service.thread, pthread_self()) != 0 else {
            return restoration_status(RESTORATION_WRONG_THREAD)
        }
        return answer(service)
    }

    // MARK: The functions

    private func lend(_ id: Cat.ID) -> UnsafeMutablePointer<petfinder_pet>? {
        unsafe lentText.forEach { unsafe $0.deallocate() }
        unsafe lentText = []
        guard let cat = book.cat(id) else { return nil }
        unsafe lentPet.pointee = petfinder_pet(
            struct_size: UInt32(MemoryLayout<petfinder_pet>.size),
            age: UInt32(max(cat.age, 0)),
            id: lend(text: cat.id),
            name: lend(text: cat.name),
            breed: lend(text: cat.breed),
            story: lend(text: cat.story),
            notes: lend(text: book.notes(about: id))
        )
        return unsafe lentPet
    }

    private func lend(text: String) -> restoration_string {
        let bytes = Array(text.utf8)
        let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
        unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
        unsafe lentText.append(copy)
        return unsafe restoration_string(
            bytes: copy.assumingMemoryBound(to: CChar.self),
            count: UInt64(bytes.count)
        )
    }

    private func correct(_ id: Cat.ID, _ lent: petfinder_correction) -> restoration_status {
        // All fields belong to the first version, so one check of the size is enough.
        guard unsafe lent.struct_size >= UInt32(MemoryLayout<petfinder_correction>.size),
            let name = unsafe String(validating: lent.name), !name.isEmpty,
            let story = unsafe String(validating: lent.story),
            unsafe lent.age <= PETFINDER_MAXIMUM_AGE
        else { return restoration_status(RESTORATION_INVALID) }
        guard name.utf8.count <= Int(PETFINDER_NAME_LIMIT),
            story.utf8.count <= Int(PETFINDER_TEXT_LIMIT)
        else { return restoration_status(RESTORATION_LIMIT) }
        let correction = unsafe PetRecords.Correction(name: name, age: Int(lent.age), story: story)
        return keep(about: id) { () throws(PetFinderError) in
            try book.correct(id, to: correction)
        }
    }

    private func note(_ id: Cat.ID, _ lent: restoration_string) -> restoration_status {
        guard let notes = unsafe String(validating: lent) else {
            return restoration_status(RESTORATION_INVALID)
        }
        guard notes.utf8.count <= Int(PETFINDER_TEXT_LIMIT) else {
            return restoration_status(RESTORATION_LIMIT)
        }
        return keep(about: id) { () throws(PetFinderError) in try book.note(notes, about: id) }
    }

    private func keep(
        about id: Cat.ID,
        _ write: () throws(PetFinderError) -> Void
    ) -> restoration_status {
        guard book.cat(id) != nil else { return restoration_status(RESTORATION_ABSENT) }
        do throws(PetFinderError) {
            try write()
            return restoration_status(RESTORATION_OK)
        } catch {
            report(error)
            return restoration_status(RESTORATION_FAILED)
        }
    }
}
