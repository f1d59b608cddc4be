import RestorationCore

/// The folder for files that must not be restored, but must not be lost either.
struct SetAsideFolder {
    /// The state directory, in which the folder lies.
    let directory: Directory

    /// How many files of each reason are kept; the oldest make room for newer ones of the same.
    ///
    /// Of each reason, because they wait for different things: a file that was sealed with another
    /// key is whole and comes back with its key, however many damaged ones follow.
    static let capacity = 5

    /// Moves a file of the state directory into the folder and returns its new path.
    ///
    /// - Parameter time: when; the new name begins with it.
    func move(
        _ name: String,
        because reason: SetAsideReason,
        at time: Timestamp
    ) throws(StorageError) -> String {
        _ = try Directory(creating: directory.path(of: FileName.setAside))
        let base = "\(FileName.setAside)/\(Self.text(of: time))-\(reason.rawValue)-\(name)"
        var candidate = base
        var copies = 1
        while try !rename(name, to: candidate) {
            copies += 1
            candidate = "\(base)-\(copies)"
        }
        return directory.path(of: candidate)
    }

    /// Removes the oldest files of each reason beyond the capacity, but never one of `newcomers`:
    /// the clock may have been set back, and their names then look old. What a person put there
    /// stays until a person takes it away.
    func prune(sparing newcomers: [String]) throws(StorageError) {
        guard let folder = try Directory(existing: directory.path(of: FileName.setAside)) else {
            return
        }
        let names = try attempting(.list, folder.path, try folder.handle.names())
        let groups = Dictionary(grouping: names.filter(Self.isOurs), by: Self.reason(named:))
        for (reason, names) in groups where reason?.isOnRequest != true {
            let old = names.filter { !newcomers.contains(folder.path(of: $0)) }
            // One file too many is no reason to fail.
            old.prefix(max(0, names.count - Self.capacity)).forEach(folder.removeQuietly)
        }
    }

    /// Removes the folder's files for good.
    func removeAll() throws(StorageError) {
        guard let folder = try Directory(existing: directory.path(of: FileName.setAside)) else {
            return
        }
        for name in try attempting(.list, folder.path, try folder.handle.names())
        where Self.isOurs(name) {
            try attempting(.remove, folder.path(of: name), try folder.handle.unlink(name))
        }
        try attempting(.synchronize, folder.path, try folder.handle.synchronize())
    }

    /// Returns false if the name is taken.
    private func rename(_ name: String, to other: String) throws(StorageError) -> Bool {
        do throws(SystemError) {
            try directory.handle.renameOnly(name, toUnused: other)
            return true
        } catch {
            if error == .nameTaken { return false }
            throw .system(.setAside, path: directory.path(of: name), errorNumber: error.code)
        }
    }

    /// Whether a name looks like one of ours; other files there are somebody's own business.
    static func isOurs(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        let stamp = Array("00000000T000000.000000Z-".utf8)
        guard bytes.count > stamp.count else { return false }
        return zip(bytes, stamp).allSatisfy { byte, model in
            model == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == model
        }
    }

    /// The reason that a file's name gives; `nil` for one of a later version of this library.
    static func reason(named name: String) -> SetAsideReason? {
        let rest = name.dropFirst("00000000T000000.000000Z-".count)
        return SetAsideReason.allCases.first { rest.hasPrefix("\($0.rawValue)-") }
    }
}

extension SetAsideFolder {
    /// A time in UTC whose text sorts as the time does: `20261003T140509.123456Z`.
    static func text(of time: Timestamp) -> String {
        let (day, second) = Int(time.seconds).quotientAndRemainder(dividingBy: 86_400)
        let date = civil(day: day)
        return digits(date.year, 4) + digits(date.month, 2) + digits(date.day, 2) + "T"
            + digits(second / 3600, 2) + digits(second / 60 % 60, 2) + digits(second % 60, 2)
            + "." + digits(Int(time.nanoseconds) / 1000, 6) + "Z"
    }

    /// The Gregorian date of a day counted from 1970-01-01.
    ///
    /// 1. The year is taken to begin in March, so that the leap day is its last.
    /// 2. An era is 400 years, 146,097 days; every era is alike.
    /// 3. March to July and August to December have the lengths 31, 30, 31, 30, 31: 153 days for
    ///    five months, which the linear formula reproduces.
    private static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfMonth)
    }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
