import Glibc
import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `A disk that fails while saving` {
    @Test(arguments: Way.allCases, 1...6)
    func `leaves the current generation intact, at every step`(way: Way, number: Int) throws {
        for step in try way.steps(ofSave: number) {
            for code in [ENOSPC, EIO] {
                let scratch = Scratch()
                let steps = Steps()
                let store = try store(in: scratch, with: steps, way, saved: number - 1)
                steps.fail(step, with: code)

                #expect {
                    try store.commit(.state(number), as: store.nextGeneration())
                } throws: { error in
                    guard case .system(_, _, code) = error as? StorageError else { return false }
                    return true
                }

                store.close()
                let isReplaced = [.keepFound, .synchronizeDirectory].contains(step)
                #expect(try survivor(in: scratch) == (isReplaced ? number : number - 1))
            }
        }
    }

    @Test(arguments: Way.allCases, 1...6)
    func `can be saved to again once it works`(way: Way, number: Int) throws {
        for step in try way.steps(ofSave: number) {
            let scratch = Scratch()
            let steps = Steps()
            let store = try store(in: scratch, with: steps, way, saved: number - 1)
            steps.fail(step, with: ENOSPC)
            #expect(throws: StorageError.self) {
                try store.commit(.state(number), as: store.nextGeneration())
            }
            steps.fail(step, with: nil)

            try store.commit(.state(number + 1), as: store.nextGeneration())
            store.close()

            let found = ArchiveStore.foundState(atSave: number)
            #expect(try scratch.state(in: "archive.found") == found, "\(step)")
            #expect(try survivor(in: scratch) == number + 1)
            let others = ["archive", "archive.previous", "archive.found", "lock"]
            #expect(scratch.names(in: "state").allSatisfy(others.contains))
        }
    }

    @Test(arguments: Way.allCases, 2...6)
    func `that cannot exchange names retains the previous generation`(way: Way, number: Int) throws
    {
        let scratch = Scratch()
        try store(in: scratch, with: Steps(), way, saved: number).close()

        scratch["state/archive"] = nil

        #expect(try survivor(in: scratch) == number - 1)
    }

    @Test func `is asked only once whether it can exchange names`() throws {
        #expect(try Way.linking.steps(ofSave: 4).contains(.exchange))
        #expect(try !Way.linking.steps(ofSave: 6).contains(.exchange))
    }

    @Test func `does not damage an earlier report`() throws {
        let scratch = Scratch()
        let steps = Steps()
        let store = try store(in: scratch, with: steps, .exchanging, saved: 1)
        try store.writeReport([1])
        steps.fail(.writeFooter, with: ENOSPC)

        let path = "\(scratch.path)/state/report"
        #expect(throws: StorageError.system(.write, path: path, errorNumber: ENOSPC)) {
            try store.writeReport([2])
        }

        #expect(try store.readReport() == [1])
        #expect(scratch["state/report.new"] == nil)
    }
}

extension `A disk that fails while saving` {
    private func store(
        in scratch: Scratch,
        with steps: Steps,
        _ way: Way,
        saved count: Int
    ) throws -> ArchiveStore {
        way.hinder(steps)
        let store = scratch.store(conditions: steps.conditions)
        for number in 1...count + 1 {
            try store.beginLaunch(beforeSave: number)
            if number > count { break }
            try store.commit(.state(number), as: store.nextGeneration())
        }
        return store
    }

    /// The number of the state that the next launch restores; 0 without one.
    private func survivor(in scratch: Scratch) throws -> Int {
        let outcome = try scratch.relaunch()
        if outcome.isNothingSaved { return 0 }
        let text = try #require(outcome.text)
        return try #require((1...9).first { Array(text.utf8) == .state($0) })
    }
}
