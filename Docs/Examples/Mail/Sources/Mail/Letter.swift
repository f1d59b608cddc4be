/// A letter and its mailbox. A real program would load letters from its own store.
struct Letter {
    let id: String
    let mailbox: String
    let sender: String
    let subject: String
    let text: String

    static let mailboxes = ["Inbox", "Sent", "Archive"]

    static let all: [Letter] = mailboxes.flatMap { mailbox in
        (1...20).map { number in
            Letter(
                id: "\(mailbox)-\(number)",
                mailbox: mailbox,
                sender: ["Ada", "Grace", "Zoë", "雪"][number % 4],
                subject: ["The engine", "A bug", "Lunch", "Cats", "Re: Lunch"][number % 5]
                    + " (\(number))",
                text: (1...12).map { "Line \($0) of letter \(number) in \(mailbox)." }
                    .joined(separator: "\n\n")
            )
        }
    }
}
