import RestorationCore
import RestorationStorage

/// The classes and plugins that have crashed or hung so often that all their objects are left out
/// of restores, in whatever they were asked for: a class the second time, a plugin the third.
///
/// Only what is stamped counts, of the program and the plugin that are there, and until ten
/// launches have ended well since. The program's own classes are not left out: much of it may be
/// of one.
struct Strikes {
    static let ofClass = 2
    static let ofPlugin = 3

    private var classes: [ClassName: [LedgerPage.Suspect]] = [:]
    private var plugins: [String: [LedgerPage.Suspect]] = [:]

    struct ClassName: Hashable {
        let plugin: String
        let name: String
    }

    /// O(records) if there are any.
    init(
        _ suspects: [LedgerPage.Suspect],
        in archive: ArchiveReader,
        salt: UInt64,
        _ participants: Participants
    ) {
        let strikes = suspects.filter(\.isStrike)
        guard strikes.count > 1 else { return }
        let names = SuspectNames(strikes, archive, salt: salt)
        for strike in strikes {
            guard let plugin = participants.party(of: strike.identity)?.plugin else { continue }
            plugins[plugin, default: []].append(strike)
            guard let name = names.name(of: strike), name.plugin == plugin,
                let className = name.className
            else { continue }
            classes[ClassName(plugin: plugin, name: className), default: []].append(strike)
        }
        classes = classes.filter { $0.value.count >= Self.ofClass }
        plugins = plugins.filter { $0.value.count >= Self.ofPlugin }
    }

    var isEmpty: Bool { classes.isEmpty && plugins.isEmpty }

    /// Why objects of a class are left out, and the strike that came last; `nil` if they are not.
    func finding(_ name: ClassName) -> (problem: String, suspect: LedgerPage.Suspect)? {
        if let strikes = plugins[name.plugin], let last = strikes.last {
            return (Self.problem("its plugin", strikes), last)
        }
        guard let strikes = classes[name], let last = strikes.last else { return nil }
        return (Self.problem("its class", strikes), last)
    }

    private static func problem(_ party: String, _ strikes: [LedgerPage.Suspect]) -> String {
        let last = strikes.last.map {
            CrashDescription(stage: $0.stage, hasClass: true).problem(of: $0)
        }
        return "The program crashed or hung \(strikes.count) times in code of \(party). The last"
            + " time: \(last ?? "")"
    }
}
