import RestorationKit
import RestorationStorage

extension StoredSave {
    /// The result of an application's last save; `nil` if it is unknown.
    ///
    /// On a full disk, only the ledger records a failure since the last report.
    init?(lastOf store: ArchiveStore) throws {
        let failed = try store.readLedger()?.failedSave
        let report = try store.readSaveReport().map { try StoredSave(decoding: $0) }
        if let failed, report?.error == nil || report?.savedAt ?? .min < failed.moment {
            self.init(failed, of: store)
        } else if let report {
            self = report
        } else {
            return nil
        }
    }
}

struct SaveFacts: Presentable {
    let save: StoredSave

    func page() -> Page {
        var page = Page()
        page.add(Span(save.application, .title))
        let time = Quantity.moment(save.savedAt)
        if let error = save.error {
            page.add(Span("not saved at \(time)", .bad), indent: 4)
            page.addGap()
            page.add(Span(error.problem, .bad))
            error.addDetails(to: &page)
        } else {
            page.add(Span("saved generation \(save.generation), \(time)"), indent: 4)
            let objects = Quantity.count(save.objectCount, "object")
            page.add(Span("\(objects), \(Quantity.bytes(save.sizeInBytes))"), indent: 4)
        }
        if save.error == nil, save.issues.isEmpty, save.notes.isEmpty {
            page.add(Span("nothing was left out, here and in the saves since"), indent: 4)
        }
        if save.error == nil, save.isAudited == false {
            page.add(Span("auditsSaves is off: unreferenced objects are not reported"), indent: 4)
        }
        for note in save.issues + save.notes {
            page.addGap()
            page.add(Span(note.problem, .caution))
            note.addDetails(to: &page)
        }
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(save.application, forKey: "application")
        try members.encode(save.generation, forKey: "generation")
        try members.encode(Quantity.isoMoment(save.savedAt), forKey: "savedAt")
        try members.encode(save.objectCount, forKey: "objects")
        try members.encode(save.sizeInBytes, forKey: "bytes")
        try members.encode(save.isAudited ?? true, forKey: "isAudited")
        try members.encode(save.error?.diagnosis, forKey: "error")
        try members.encode(save.issues.map(\.diagnosis), forKey: "issues")
        try members.encode(save.notes.map(\.diagnosis), forKey: "notes")
    }
}
