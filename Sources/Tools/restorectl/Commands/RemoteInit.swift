import ArgumentParser
import RestorationCore
import RestorationPostgreSQL

struct RemoteInit: Command {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Makes the tables of a remote store in a PostgreSQL database.",
        discussion: """
            The role that connects must have the right to create a schema. Run the command again to \
            add roles or optional steps; rows stay as they are.

            Keep the password out of the connection string, for example in ~/.pgpass.

            EXAMPLES:
              restorectl remote init "host=db.example.com dbname=restoration" --grant ada
              restorectl remote init postgresql://db.example.com/restoration --row-security \
            --notification --grant public --service kiosk
              restorectl remote init --print --row-security --grant ada
            """
    )

    @Argument(help: ArgumentHelp("The database, in the syntax of libpq.", valueName: "connection"))
    var connection: String?

    @Flag(help: "Shows each role its own rows alone; services see all.")
    var rowSecurity = false

    @Flag(help: "Lets stores send hints, so that other machines need not wait for a poll.")
    var notification = false

    @Option(help: "A role of a person, or public for all roles. May be given several times.")
    var grant: [String] = []

    @Option(help: "A role that serves many people. May be given several times.")
    var service: [String] = []

    @Flag(help: "Prints the statements, without running them.")
    var print = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard print || connection != nil else {
            throw ValidationError("Name a database, or pass --print.")
        }
    }

    func findings() throws -> Findings {
        var setup = PostgreSQLSetup()
        setup.hasRowSecurity = rowSecurity
        setup.hasNotification = notification
        setup.people = grant
        setup.services = service
        guard let connection, !print else { return Findings(RemoteTables(setup, place: nil)) }
        try setup.apply(to: connection)
        let place = try PostgreSQLStore(connection).place
        return Findings(RemoteTables(setup, place: place))
    }
}

/// The tables that were made, or the statements that make them.
private struct RemoteTables: Encodable, Presentable {
    /// `nil` if the statements were only printed.
    let place: String?
    let rowSecurity: Bool
    let notification: Bool
    let people: [String]
    let services: [String]
    let statements: String

    init(_ setup: PostgreSQLSetup, place: String?) {
        self.place = place
        rowSecurity = setup.hasRowSecurity
        notification = setup.hasNotification
        people = setup.people
        services = setup.services
        statements = setup.statements
    }

    func page() -> Page {
        var page = Page()
        guard let place else {
            for line in statements.split(separator: "\n") { page.add(Span(String(line))) }
            return page
        }
        page.add(Span(place, .title))
        page.add(Span("the tables are ready", .good), indent: 4)
        if rowSecurity { page.add("each role sees its own rows, and services see all", indent: 4) }
        if notification { page.add("stores send and receive hints", indent: 4) }
        for role in people { page.add("role of a person: \(role)", indent: 4) }
        for role in services { page.add("service: \(role)", indent: 4) }
        return page
    }
}
