import CPetFinder
import PetFinderModel
import RestorationKit

extension RestorationSession {
    /// Offers plugins what they may ask of the program. The tables live until the process ends.
    func offerInterfaces(book: PetBook, report: @escaping @MainActor (PetFinderError) -> Void) {
        let pets = PetsService(book: book) { error in MainActor.assumeIsolated { report(error) } }
        unsafe offer(interface: PETFINDER_PETS_INTERFACE, table: pets.makeTable())
        unsafe offer(interface: PETFINDER_TEXT_INTERFACE, table: TextService.makeTable())
    }

    /// Why the state of an object could not be applied to it, if that is so: it is kept, and the
    /// object that is there now is an empty shell.
    func reasonForRetaining(_ object: any Restorable) -> Diagnosis? {
        if let unavailable = object as? UnavailableObject { return unavailable.reason }
        guard let path = path(of: object) else { return nil }
        return report?.notRestored.first { $0.path == path && $0.outcome == .retained }?.reason
    }
}
