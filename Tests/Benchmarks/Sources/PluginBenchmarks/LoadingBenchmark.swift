import Foundation
import RestorationCore
import RestorationLoading

/// Goals 21 and 22: what loading costs beside dlopen, and what a launch costs that needs few.
struct LoadingBenchmark {
    private let installation: Installation

    init(_ installation: Installation) {
        self.installation = installation
    }

    func run() throws -> [Goal] {
        installation.settle()
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        var times: [Launch.Kind: [[Double]]] = [:]
        for _ in 0..<9 {
            for kind in Launch.Kind.allCases {
                let run = try Run([program, "--launch", kind.rawValue, installation.root])
                guard run.status == 0 else { throw Compiler.Failure(file: "\(kind)") }
                times[kind, default: []].append(run.numbers)
            }
        }
        func median(_ kind: Launch.Kind, _ column: Int) -> Double {
            (times[kind] ?? []).map { $0[column] }.median
        }
        let few = median(.few, 0)
        let fewer = median(.fewByDirectories, 0)
        let all = median(.all, 0)
        print("loading")
        show("our load, each", median(.turns, 0) / 1_000, "µs")
        show("dlopen and dlsym, each", median(.turns, 1) / 1_000, "µs")
        show("launch, 10 of \(installation.count) used, files compared", few / 1_000_000, "ms")
        show("the same, directories compared", fewer / 1_000_000, "ms")
        show("dlopen and dlsym of all", all / 1_000_000, "ms")
        print("")
        return [
            Goal(
                name: "21 load, beside dlopen and dlsym",
                ratio: median(.turns, 0) / median(.turns, 1),
                bound: .atMost(1.25)
            ),
            Goal(
                name: "22 launch with 10 used, files compared, beside loading all",
                ratio: all / few,
                bound: .atLeast(25)
            ),
            Goal(
                name: "22 launch with 10 used, directories compared, beside loading all",
                ratio: all / fewer,
                bound: .atLeast(25)
            ),
        ]
    }
}

/// One process that loads plugins, and prints nanoseconds.
struct Launch {
    enum Kind: String, CaseIterable {
        /// A search with the index, each file compared, and ten plugins loaded for paths.
        case few
        /// The same, with directories compared.
        case fewByDirectories
        /// Every library opened, and its entry point looked up.
        case all
        /// Plugins loaded by us and by dlopen in turn, the medians of each.
        case turns
    }

    private let kind: Kind
    private let root: String

    init?(_ arguments: [String]) {
        guard arguments.count == 3, arguments[0] == "--launch",
            let kind = Kind(rawValue: arguments[1])
        else { return nil }
        self.kind = kind
        root = arguments[2]
    }

    func run() throws {
        switch kind {
        case .few: print(try few(.checkingFiles))
        case .fewByDirectories: print(try few(.checkingDirectories))
        case .all: print(nanoseconds { for file in files { LoadedLibrary.open(file) } })
        case .turns:
            let (own, other) = try turns()
            print(own, other)
        }
    }

    private var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: root + "/plugins").sorted())?.map {
            "\(root)/plugins/\($0)"
        } ?? []
    }

    private func loader() -> PluginLoader {
        PluginLoader(
            application: ApplicationIdentifier("org.example.benchmark")!,
            services: PluginServices()
        )
    }

    private func few(_ indexing: PluginIndexing) throws -> Double {
        let paths = try (0..<10).map {
            try RestorationPath(parsing: "Tabs/Find/\(Installation.name($0 * 37))")
        }
        return try nanoseconds {
            let outcome = Installation.discovery(root: root, indexing: indexing).run()
            let catalog = PluginCatalog(outcome, loader: loader())
            for path in paths {
                guard try catalog.restorationClass(for: path) != nil else { exit(1) }
            }
        }
    }

    private func turns() throws -> (own: Double, other: Double) {
        let plugins = Installation.discovery(root: root, indexing: .checkingFiles).run().plugins
        let loader = loader()
        var own: [Double] = []
        var other: [Double] = []
        for pair in stride(from: 0, to: min(plugins.count, 200) - 1, by: 2) {
            let load = { own.append(try nanoseconds { _ = try loader.classes(of: plugins[pair]) }) }
            let open = {
                other.append(nanoseconds { LoadedLibrary.open(plugins[pair + 1].file) })
            }
            // Whoever comes first pays more, now the one, now the other.
            if pair % 4 == 0 {
                try load()
                open()
            } else {
                open()
                try load()
            }
        }
        return (own.median, other.median)
    }
}
