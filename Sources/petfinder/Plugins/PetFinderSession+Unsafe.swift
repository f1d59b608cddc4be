import CPetFinder
import PetFinderModel
import RestorationKit

extension PetFinderSession {
    /// Offers plugins what they may ask of the program. The tables live until the process ends.
    func offerInterfaces(book: PetBook, report: @escaping (Diagnosis) -> Void) {
        let pets = PetsService(book: book) { report($0.diagnosis) }
        unsafe session.offer(interface: PETFINDER_PETS_INTERFACE, table: pets.makeTable())
        unsafe session.offer(interface: PETFINDER_TEXT_INTERFACE, table: TextService.makeTable())
    }
}
