import Logging
package import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationPlugins

final class PluginSubject {
    let conformance: PluginConformance
    let log = RecordedLog()

    init(_ conformance: PluginConformance) { self.conformance = conformance }

    var file: String { conformance.file }

    /// Reads the manifest anew each time.
    func plugin() throws -> DiscoveredPlugin {
        let plugin = try DiscoveredPlugin(inspecting: file)
        guard !plugin.isBinding else {
            throw Inapplicable("It is a binding: restorectl binding check examines bindings.")
        }
        return plugin
    }

    func application(of plugin: DiscoveredPlugin) throws -> String {
        conformance.application ?? plugin.manifest.applications.applications.first?.rawValue
            ?? "org.example.tested"
    }

    /// Loads the plugin, without a session.
    func loaded() throws -> (loader: PluginLoader, classes: PluginClasses) {
        let plugin = try plugin()
        let loader = try loader(for: plugin)
        return (loader, try loader.classes(of: plugin))
    }

    func loader(for plugin: DiscoveredPlugin) throws -> PluginLoader {
        let name = try application(of: plugin)
        guard let application = ApplicationIdentifier(name) else {
            throw TestingError.invalidApplication(name)
        }
        let log = log
        return PluginLoader(
            application: application,
            services: PluginServices(log: { log.add("\($0.message)") })
        )
    }

    /// Checks each class in turn, and names the faulty one.
    func eachClass(_ body: (ClassSubject) throws -> Void) throws {
        let plugin = try plugin()
        let classes = plugin.manifest.classes
        guard !classes.isEmpty else { throw Inapplicable("It has no class.") }
        var reasons: [String] = []
        for declared in classes {
            do {
                try body(try subject(declared, of: plugin))
            } catch is CreationDeclined {
                reasons.append("\(declared.name) declines new objects.")
            } catch let reason as Inapplicable {
                reasons.append("\(declared.name): \(reason.sentence)")
            } catch let fault as Nonconformance {
                throw Nonconformance("\(declared.name): \(fault.sentence)")
            } catch let error as any DiagnosedError {
                let fault = Nonconformance(error.diagnosis)
                throw Nonconformance("\(declared.name): \(fault.sentence)")
            }
        }
        guard reasons.count < classes.count else { throw Inapplicable(reasons[0]) }
    }

    /// See ``PluginConformance/ordinaryMethods``. Empty for a class that cannot be checked.
    func methodsGivingState() throws -> [String: [String]] {
        let plugin = try plugin()
        return Dictionary(
            plugin.manifest.classes.map { declared in
                let found = try? OrdinaryCalls.methodsGivingState(to: subject(declared, of: plugin))
                return (declared.name, found ?? [])
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private func subject(
        _ declared: PluginManifest.Class,
        of plugin: DiscoveredPlugin
    ) throws -> ClassSubject {
        let (name, identifier) = (declared.name, plugin.manifest.identifier.rawValue)
        let alone = IsolatedPlugin(plugin)
        let (log, onTrial, limit) = (log, conformance.onTrial, conformance.arrivalLimit)
        let checked = CheckedClass(
            application: try application(of: plugin),
            path: declared.routes.first?.example ?? ["Root", "Object"],
            configure: { options in
                alone.configure(&options)
                options.logger = log.logger
            },
            willRestore: { written, values in
                onTrial(.init(name, schemaVersion: written.schemaVersion, values))
            },
            find: { session in
                try alone.checkUse(by: session)
                return try session.restorationClass(named: name, plugin: identifier)
            }
        )
        let calls = conformance.examples.calls[name]
        let methods = conformance.ordinaryMethods[name] ?? []
        return ClassSubject(
            checked: checked,
            olderStates: conformance.examples.older[name] ?? [:],
            parameters: conformance.examples.parameters[name] ?? [:],
            prepare: { object in
                guard let calls else {
                    for method in methods { _ = OrdinaryCalls.call(method, of: object) }
                    return
                }
                do {
                    for call in calls {
                        guard let object = object as? any MethodProviding else { break }
                        let types = object.parameterTypes(ofMethod: call.method)
                        let arguments = call.arguments.enumerated().map { number, value in
                            let type = number < types.count ? types[number] : .unknown
                            return MethodValue.value(value.fitted(to: type))
                        }
                        _ = try object.call(call.method, arguments: arguments)
                    }
                } catch {
                    throw Nonconformance(
                        "a call of the examples has failed: \(Diagnosis(error).problem)"
                    )
                }
            },
            deliver: { session in Footprint.wait(for: session, limit) }
        )
    }
}

extension RoutePattern {
    /// The identifiers of a path that the pattern matches; `nil` if only a root can match.
    package var example: [String]? {
        let identifiers: [String] = components.compactMap { component in
            switch component {
            case .literal(let identifier): identifier.rawValue
            case .partial(let shape):
                String(decoding: Array(shape.parts.joined(separator: "1".utf8)), as: UTF8.self)
            case .capture: "1"
            case .one: "Item"
            case .any: nil
            }
        }
        if identifiers.count > 1 { return identifiers }
        guard components.contains(.any) else { return nil }
        return ["Root"] + (identifiers.isEmpty ? ["Object"] : identifiers)
    }
}
