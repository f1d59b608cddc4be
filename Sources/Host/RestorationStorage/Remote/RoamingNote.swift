import RestorationCore

/// A finding about this device's row, for the user. Work continues.
enum RoamingNote: Hashable {
    case copied(place: String, device: DeviceID)
    case older(place: String, generation: UInt64, known: UInt64)
    case gone(place: String)
    case memoryDamaged(path: String)

    var diagnosis: Diagnosis {
        switch self {
        case .copied(let place, let device):
            Diagnosis(
                problem: "Another device has saved under this device's ID, as after a copy of the"
                    + " state directory or its restore from a backup",
                place: place,
                remedy: "No action is needed: this device has a new ID, and the other save is"
                    + " offered as that of device \(device)."
            )
        case .older(let place, let generation, let known):
            Diagnosis(
                problem: "The remote store has generation \(generation) of this device, which had"
                    + " stored generation \(known)",
                place: place,
                remedy: "No action is needed: the state is stored again. Ask the store's"
                    + " administrator whether it came back from a backup."
            )
        case .gone(let place):
            Diagnosis(
                problem: "The remote store has lost the state of this device",
                place: place,
                remedy: "No action is needed: the state is stored again. To keep it on this machine"
                    + " only, set another person or no remote store."
            )
        case .memoryDamaged(let path):
            Diagnosis(
                problem: "The file about the remote store is damaged",
                place: path,
                remedy: "No action is needed: this device has a new ID. Its earlier saves are"
                    + " offered as those of another device."
            )
        }
    }
}
