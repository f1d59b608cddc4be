import RestorationPluginKit

/// Fails at the point that its parameter `occasion` names.
final class Grumbler: RestorableObject {
    struct Grumble: Error, CustomStringConvertible {
        let description: String
    }

    static let restorableProperties = [
        RestorableProperty("mood", \Grumbler.mood, default: "sour", .omittedIfDefault)
    ]
    private var mood = "sour"
    private let occasion: String

    init(_ request: CreationRequest) throws {
        occasion = try request.parameter("occasion", as: String.self) ?? ""
        switch occasion {
        case "declined": throw CreationDeclined()
        case "create": throw Grumble(description: "Not on a Monday")
        default: break
        }
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        switch occasion {
        case "two values": coder.encode(Copies(count: 2), forKey: "copies")
        case "no value": coder.encode(Copies(count: 0), forKey: "copies")
        case "no element": coder.encode([Copies(count: 1), Copies(count: 0)], forKey: "copies")
        case "bad key": coder.encode(1, forKey: "")
        case "property's key": coder.encode("sweet", forKey: "mood")
        case "property's key again":
            coder.encode([["mood": 1]], forKey: "moods")
            coder.encode(["sweet", "bitter"], forKey: "mood")
        case "throw": throw CreationDeclined()
        default: coder.encode(occasion, forKey: "occasion")
        }
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        switch occasion {
        case "number": _ = try coder.decode(Int8.self, forKey: "value")
        case "text": _ = try coder.decode(String.self, forKey: "value")
        case "texts": _ = try coder.decode([String].self, forKey: "value")
        case "tolerant":
            do {
                _ = try coder.decode(Int.self, forKey: "value")
            } catch {
                _ = try coder.decode(Int.self, forKey: "other")
            }
        default: throw Grumble(description: "Not that")
        }
    }
}

/// Writes `count` values in place of one.
private struct Copies: RestorationCodable {
    let count: Int

    func encode(into coder: RestorationCoder) {
        for _ in 0..<count { coder.put(true) }
    }

    static func decode(from coder: RestorationCoder) throws(CoderError) -> Copies {
        Copies(count: try coder.takeBool() ? 1 : 0)
    }
}
