import RestorationPluginKit

/// Stores coders beyond the calls that lent them, and uses them in later calls.
final class Hoarder: RestorableObject {
    private var coders: [RestorationCoder] = []

    init(_ request: CreationRequest) throws {
        coders += request.coder.map { [$0] } ?? []
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coders.append(coder)
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        coders.append(coder)
    }

    func restorationDidFinish() {
        for coder in coders {
            coder.encode("late", forKey: "late")
            var answer = "nothing"
            do {
                answer = try coder.decode(String.self, forKey: "state") ?? "nothing"
            } catch {
                answer = error.diagnosis.problem
            }
            PluginHost.log("\(answer), \(coder.keys.count) keys, \(coder.contains("state"))")
        }
    }
}
