import RestorationTesting
import Testing

/// Compares the messages that `Docs/RestorePolicy.md` quotes with the printed ones.
@Suite struct `The page about failures` {
    private static let page = PrintedSentence.page("RestorePolicy")

    /// The texts in “quotation marks”.
    private static let sentences = page.matches(of: /“([^”]+)”/).map {
        PrintedSentence(String($0.1))
    }.filter { $0.pattern != "quotation marks" }

    @Test func `has each sentence of a save as it is printed`() throws {
        for issue in try Self.issues() {
            let problem = issue.diagnosis.problem
            #expect(Self.sentences.contains { $0.matches(problem) }, "\(problem)")
        }
    }

    @Test func `has each sentence of an opening as it is printed`() {
        for problem in Self.openings {
            #expect(Self.sentences.contains { $0.matches(problem) }, "\(problem)")
        }
    }

    @Test func `has no sentence that is not printed`() throws {
        let printed = try Self.issues().map(\.diagnosis.problem) + Self.openings
        for sentence in Self.sentences {
            #expect(printed.contains(where: sentence.matches), "\(sentence.pattern)")
        }
    }

    /// One issue of each kind.
    private static func issues() throws -> [PreservationError] {
        let path = try RestorationPath(parsing: "Root/A")
        let reason = Diagnosis(problem: "It is broken", remedy: "Mend it.")
        return [
            .duplicatePath(path, saved: "Page", leftOut: "Sheet"),
            .invalidIdentifier(type: "Page", under: path),
            .invalidDiscriminator(path, type: "Page"),
            .untaggedReference(type: "Page", referrer: path),
            .untaggedRoot(type: "Page"),
            .unreachable("A", type: "Page", untaggedAncestor: "Box"),
            .notEncoded(path, type: "Page", parent: "Box"),
            .changingChildren(path, type: "Box"),
            .unreferenced(path, type: "Page"),
            .belowUnsaved("A", type: "Page", ancestor: "Box"),
            .circularParents(type: "Page"),
            .encodingFailed(path, reason: reason, retainsEarlierState: true),
            .notAsked(path, reason: reason, retainsEarlierState: true),
            .valueUnread(path, key: "zoom", reason: reason, retainsEarlierValue: true),
            .retainedClosed(path),
            .outdatedRetained(path),
            .elementNotLoaded(path),
            .retainedInstead(path, type: "Page"),
            .objectOverBudget(path, sizeInBytes: 2, budget: 1),
            .overBudget(sizeInBytes: 2, budget: 1, largest: ["Root/A (2)"]),
        ]
    }

    private static let openings: [String] = {
        let faults: [KeyFileFault] = [
            .ownedByOtherUser(user: 1), .openToOthers(permissions: 0o644), .wrongSize(bytes: 3),
            .damaged, .notAFile, .danglingLink, .directoryOpenToOthers(permissions: 0o777),
            .directoryOwnedByOtherUser(user: 1), .modesIgnored(permissions: 0o777),
            .directoryModesIgnored(permissions: 0o777),
        ]
        let parts: [SealedPart] = [
            .beginning, .header, .footer, .trailer, .tables, .contents, .length,
        ]
        let errors: [StorageError] =
            parts.map { .damaged(path: "/a", part: $0) }
            + faults.map { .keyFileRefused(path: "/k", because: $0) } + [
                .futureVersion(path: "/a", version: 9, supported: 1),
                .formerVersion(path: "/a", version: 0, supported: 1),
                .wrongKey(path: "/a"),
                .otherApplication(path: "/a", owner: "org.example.other"),
                .wrongKind(path: "/a", expected: .archive),
                .keyMissing(path: "/k"),
                .keyDamaged(path: "/a"),
                .keyReplaced(path: "/k"),
                .keyLost(path: "/k", because: Diagnosis(problem: "It is full", remedy: "-")),
                .keyLocked(reason: "the keyring is locked"),
                .keyUnavailable(reason: "the keyring does not answer"),
                .inUse(path: "/s", process: 7),
                .savedByAnother(path: "/a", generation: 7),
                .directoryRefused(path: "/s", because: .ownedByOtherUser(user: 1)),
                .directoryRefused(path: "/s", because: .openToOthers(permissions: 0o777)),
                .directoryRefused(path: "/s", because: .modesIgnored(permissions: 0o777)),
                .system(.create, path: "/s", errorNumber: 2),
                .system(.create, path: "/s", errorNumber: 13),
                .system(.open, path: "/s", errorNumber: 20),
                .system(.lock, path: "/s", errorNumber: 37),
            ]
        let notes: [StoreNote] = [
            .keyRewritten(path: "/k"), .generationMissing(7, newest: 5, directory: "/s"),
            .generationMissing(7, newest: 0, directory: "/s"),
            .newestMissing(usedInstead: 5, directory: "/s"),
            .modesSet(["archive (0666)"], directory: "/s"),
            .modesIgnored(["archive (0755)"], directory: "/s"),
            .openToOthers(["archive (0666)"], directory: "/s"),
            .keyModes(["/k (0000)"], .set, path: "/k"),
            .keyModes(["/k (0660)"], .closedToGroup, path: "/k"),
            .keyModes(["/k (0755)"], .ignored, path: "/k"),
        ]
        return errors.map(\.diagnosis.problem) + notes.map(\.diagnosis.problem)
            + [SetAsideReason.damaged.problem]
    }()
}
