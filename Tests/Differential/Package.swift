// swift-tools-version: 6.3
import PackageDescription

let strictSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own, so that it can be built with the modules of another commit, too.
let package = Package(
    name: "Differential",
    dependencies: [.package(name: "RestorationKit", path: "../..")],
    targets: [
        .executableTarget(
            name: "Player",
            dependencies: [
                .product(name: "RestorationKit", package: "RestorationKit"),
                .product(name: "RestorationTesting", package: "RestorationKit"),
            ],
            swiftSettings: strictSettings
        ),
        .executableTarget(name: "Comparison", swiftSettings: strictSettings),
    ]
)
