import RestorationCore
import RestorationStorage
import TerminalDialogue

extension CommandError {
    /// The wording of errors about remote stores.
    var remoteDiagnosis: Diagnosis {
        switch self {
        case .severalDevices(let rows, let place):
            Diagnosis(
                problem: "The remote store has \(rows.count) states, and none is named",
                place: place,
                remedy: Self.choice(among: rows)
            )
        case .noDevice(let device, let place):
            Diagnosis(
                problem: device.map { "The remote store has no state of a device \($0.quoted)" }
                    ?? "The remote store has no such state",
                place: place,
                remedy: "restorectl remote list shows the states that the role may read."
            )
        case .notAPerson(let name):
            Diagnosis(
                problem: "\(name.quoted) cannot be the name of a person",
                remedy: "Write 1 to \(RemotePerson.maximumLength) bytes without control characters."
            )
        case .notForRemotes:
            Diagnosis(
                problem: "The command works with the state of this machine, not a remote store",
                remedy: "Name an application or a path, or use a command of restorectl remote."
            )
        default: preconditionFailure("Only errors about remote stores are worded here.")
        }
    }

    /// How to name one of several rows. Only the commands of `restorectl remote` know persons.
    private static func choice(among rows: [RemoteEntry]) -> String {
        let isByDevice = Set(rows.map(\.key.device)).count == rows.count
        let names = rows.prefix(8).map { row in
            (isByDevice ? "\(row.key.device)" : "\(row.key)") + " (\(row.label))"
        }
        let way =
            isByDevice
            ? "Name one with --device" : "Use restorectl remote with --application or --person"
        return way + ": " + names.joined(separator: ", ") + "."
    }
}
