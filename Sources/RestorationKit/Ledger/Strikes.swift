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

    /// - Parameter plugin: Whose code it was, of the program and the plugins that are there.
    init(
        _ suspects: [LedgerPage.Suspect],
        _ names: @autoclosure () -> SuspectNames,
        plugin: (LedgerPage.Suspect) -> String?
    ) {
        let strikes = suspects.filter(\.isStrike)
        guard strikes.count > 1 else { return }
        let names = names()
        for strike in strikes {
            guard let plugin = plugin(strike) else { continue }
            plugins[plugin, default: []].append(strike)
            guard let name = names.name(of: strike), name.plugin == plugin,
                let className = name.className
            else { continue }
            classes[ClassName(plugin: plugin, name: className), default: []].append(strike)
        }
        classes = classes.filter { $0.value.count >= Self.ofClass }
        plugins = plugins.filter { $0.value.count >= Self.ofPlugin }
    }

    /// The strikes that leave something out, by what that is: a plugin's class, or the plugin as a
    /// whole, which has no name then.
    var findings: [(plugin: String, className: String?, strikes: [LedgerPage.Suspect])] {
        let whole = plugins.map { (plugin: $0.key, className: String?.none, strikes: $0.value) }
        let parts = classes.filter { plugins[$0.key.plugin] == nil }.map {
            (plugin: $0.key.plugin, className: String?.some($0.key.name), strikes: $0.value)
        }
        return (whole + parts).sorted {
            ($0.plugin, $0.className ?? "") < ($1.plugin, $1.className ?? "")
        }
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

    static func problem(_ party: String, _ strikes: [LedgerPage.Suspect]) -> String {
        let last = strikes.last.map {
            CrashDescription(stage: $0.stage, hasClass: true).problem(of: $0)
        }
        return "The program crashed or hung \(strikes.count) times in code of \(party). The last"
            + " time: \(last ?? "")"
    }
}
