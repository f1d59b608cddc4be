import CPetFinder
import PetFinderModel
import RestorationKit

extension RestorationSession {
    /// Offers the program's services to plugins. The tables live until the process ends.
    func offerInterfaces(book: PetBook, report: @escaping @MainActor (PetFinderError) -> Void) {
        let pets = PetsService(book: book) { error in MainActor.assumeIsolated { report(error) } }
        unsafe offer(interface: PETFINDER_PETS_INTERFACE, table: pets.makeTable())
        unsafe offer(interface: PETFINDER_TEXT_INTERFACE, table: TextService.makeTable())
    }

    /// The reason why an object's state was retained instead of applied, if it was.
    func reasonForRetaining(_ object: any Restorable) -> Diagnosis? {
        if let unavailable = object as? UnavailableObject { return unavailable.reason }
        guard let path = path(of: object) else { return nil }
        return report?.notRestored.first { $0.path == path && $0.outcome == .retained }?.reason
    }
}
