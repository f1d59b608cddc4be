// swift-tools-version: 6.3
import PackageDescription

let strictSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A separate package, so that the benchmarks' dependencies do not become RestorationKit's.
let package = Package(
    name: "Benchmarks",
    products: [.library(name: "SwiftPanel", type: .dynamic, targets: ["SwiftPanel"])],
    dependencies: [
        .package(name: "RestorationKit", path: "../.."),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    ],
    targets: [
        .target(name: "CThreadUse"),
        .target(name: "CCallSamples", linkerSettings: [.linkedLibrary("ffi")]),
        .target(name: "BenchmarkReport", swiftSettings: strictSettings),
        .target(name: "Measuring", swiftSettings: strictSettings),
        .executableTarget(
            name: "Calls",
            dependencies: [
                "BenchmarkReport", "CCallSamples", "CThreadUse", "Measuring",
                .product(name: "RestorationInvocation", package: "RestorationKit"),
            ],
            swiftSettings: strictSettings
        ),
        .executableTarget(
            name: "BoundObjects",
            dependencies: [
                "BenchmarkReport", "Measuring",
                .product(name: "RestorationKit", package: "RestorationKit"),
            ],
            swiftSettings: strictSettings
        ),
        .executableTarget(
            name: "BookHost",
            dependencies: [
                "Measuring", .product(name: "RestorationKit", package: "RestorationKit"),
            ],
            swiftSettings: strictSettings
        ),
        .executableTarget(
            name: "Controllers",
            dependencies: [
                "BenchmarkReport", "Measuring",
                .product(name: "RestorationKit", package: "RestorationKit"),
                .product(name: "RestorationUIKit", package: "RestorationKit"),
            ],
            swiftSettings: strictSettings
        ),
        // A link to the directory that the tests of the store share.
        .target(name: "PostgreSQLServer", swiftSettings: strictSettings),
        .executableTarget(
            name: "Remote",
            dependencies: [
                "BenchmarkReport", "Measuring", "PostgreSQLServer",
                .product(name: "RestorationKit", package: "RestorationKit"),
                .product(name: "RestorationPostgreSQL", package: "RestorationKit"),
            ],
            swiftSettings: strictSettings
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CThreadUse",
                .product(name: "RestorationKit", package: "RestorationKit"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strictSettings
        ),
        .target(
            name: "SwiftPanel",
            dependencies: [.product(name: "RestorationPluginKit", package: "RestorationKit")],
            swiftSettings: strictSettings,
            plugins: [.plugin(name: "RestorationPluginBuilder", package: "RestorationKit")]
        ),
        .target(
            name: "InstalledPlugins",
            dependencies: [.product(name: "RestorationKit", package: "RestorationKit")],
            swiftSettings: strictSettings
        ),
        .executableTarget(
            name: "PluginLaunch",
            dependencies: [
                "InstalledPlugins", "Measuring",
                .product(name: "RestorationKit", package: "RestorationKit"),
            ],
            swiftSettings: strictSettings
        ),
        .executableTarget(
            name: "PluginBenchmarks",
            dependencies: [
                "BenchmarkReport", "InstalledPlugins", "Measuring", "PluginLaunch",
                .product(name: "RestorationKit", package: "RestorationKit"),
            ],
            swiftSettings: strictSettings
        ),
    ]
)
