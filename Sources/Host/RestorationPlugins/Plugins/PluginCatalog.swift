public import RestorationCore
public import RestorationDiscovery
public import RestorationEngine

/// The plugins of one session, their routes, and their restoration classes, which are loaded on
/// first use.
///
/// Belongs to the session's thread.
public final class PluginCatalog {
    /// The result of the search for plugins.
    public let outcome: DiscoveryOutcome
    /// The routes of the plugins.
    public private(set) var routes: RouteTable
    /// The plugins that the host prefers.
    private var pinned: [String]
    /// The loader of the plugins.
    public let loader: PluginLoader

    /// Makes a catalog without loading any plugin.
    ///
    /// - Parameter pins: The plugins that the host prefers where routes are equally specific.
    public init(_ outcome: DiscoveryOutcome, pins: [RoutePin] = [], loader: PluginLoader) {
        self.outcome = outcome
        self.loader = loader
        pinned = pins.map(\.plugin.rawValue)
        routes = outcome.routes(pins: pins)
    }

    /// Changes the plugins that the host prefers where routes are equally specific.
    public func pin(_ pins: [RoutePin]) {
        pinned = pins.map(\.plugin.rawValue)
        routes = outcome.routes(pins: pins)
    }

    /// Loads every plugin, and returns the faults of unusable ones.
    public func loadAll() -> [any DiagnosedError] {
        outcome.usedIdentifiers.compactMap { identifier in
            do {
                if let plugin = outcome.plugin(named: identifier) {
                    _ = try loader.load(plugin)
                }
                return nil
            } catch {
                return error as? any DiagnosedError
            }
        }
    }

    private func pluginClass(
        _ name: String,
        of plugin: DiscoveredPlugin
    ) throws -> any RestorationClass {
        guard let found = try loader.load(plugin).restorationClass(named: name) else {
            throw DiscoveryError.classMissing(
                plugin: plugin.manifest.identifier.rawValue,
                className: name,
                sidecar: plugin.sidecar
            )
        }
        return found
    }
}

extension PluginCatalog: RestorationClassSource {
    /// The class of a plugin, which is loaded if necessary.
    ///
    /// - Throws: `DiscoveryError` if the plugin is not installed, or has no class of that name or
    ///   alias; ``PluginError`` or `DiscoveryError` if it cannot be loaded.
    public func restorationClass(
        named name: String,
        plugin identifier: String?
    ) throws -> any RestorationClass {
        guard let identifier, let successor = try outcome.successor(of: identifier, pinned: pinned),
            let plugin = outcome.plugin(named: successor)
        else { throw outcome.absence(of: identifier ?? "") }
        return try pluginClass(plugin.declaration(of: name)?.name ?? name, of: plugin)
    }

    /// Rewrites state by a converter, which is loaded if necessary.
    ///
    /// - Throws: ``PluginError`` or `DiscoveryError` if the converter's plugin cannot be used, or
    ///   the converter fails.
    public func convert(
        _ conversion: Conversion,
        step: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws {
        try loader.convert(conversion.steps[step], in: outcome) { converter in
            try converter.convert(
                reading,
                writing,
                from: conversion.source(ofStep: step).schemaVersion,
                to: conversion.steps[step].target.schemaVersion
            )
        }
    }

    /// The successor of a plugin, or the plugin itself without one.
    public func successor(ofPlugin identifier: String) -> String {
        outcome.successor(ofPlugin: identifier, pinned: pinned)
    }

    /// The class whose route wins the path, loaded if necessary.
    public func restorationClass(for path: RestorationPath) throws -> (any RestorationClass)? {
        guard let route = routes.winner(of: path),
            let plugin = outcome.plugin(named: route.plugin.rawValue)
        else { return nil }
        return try pluginClass(route.className, of: plugin)
    }
}
