import Foundation

/// The facts that a plan and a report have of each object, as JSON.
struct RestorectlTable: Decodable {
    let generation: Int
    let objects: [Object]

    init(decoding text: String) throws {
        self = try JSONDecoder().decode(RestorectlTable.self, from: Data(text.utf8))
    }

    /// What a plan does not leave to the program.
    var decisions: [String] {
        objects.filter { $0.asCarriedOut != nil }.compactMap(\.decision)
    }
}

extension RestorectlTable {
    /// One row.
    struct Object: Decodable, Equatable {
        struct Reason: Decodable, Equatable {
            let problem: String
            let place: String?
            let remedy: String
        }

        let path: String
        let `class`: String?
        let plugin: String?
        let reason: Reason?
        /// Of a plan.
        var decision: String?
        /// Of a report.
        var outcome: String?
        var planned: String?

        /// What the report says of an object of the plan when it was done; `nil` where the plan
        /// leaves it to the program.
        var asCarriedOut: Object? {
            guard let decision, decision != "program-decides" else { return nil }
            let outcomes = [
                "restore": "restored", "migrate": "migrated", "retain": "retained",
                "set-aside": "retained",
            ]
            var object = self
            (object.decision, object.outcome) = (nil, outcomes[decision])
            return object
        }
    }
}
