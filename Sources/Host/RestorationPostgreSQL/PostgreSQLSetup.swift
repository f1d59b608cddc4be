public import RestorationStorage

/// Makes the tables of a ``PostgreSQLStore``, which `restorectl remote init` does.
///
/// Applying it again adds what is missing, and changes no rows.
public struct PostgreSQLSetup: Hashable, Sendable {
    /// Whether the database shows each role its own rows alone. Services see all rows.
    public var hasRowSecurity = false
    /// Whether stores send and receive hints.
    public var hasNotification = false
    /// The roles of people, or `public` for all roles.
    public var people: [String] = []
    /// The roles that serve many people.
    public var services: [String] = []

    /// Creates a setup of the tables alone.
    public init() {}

    /// The statements, to be run in one transaction.
    public var statements: String {
        (Self.tables + rowSecurity + notification + people.flatMap(grants)
            + services.flatMap(service)).map { $0 + ";\n" }.joined()
    }

    /// Applies the setup with a role that may create a schema.
    ///
    /// - Throws: ``/RestorationStorage/RemoteError/futureSchema(place:version:supported:)`` if the
    ///   tables are newer.
    public func apply(to connectionString: String) throws(RemoteError) {
        let library = try Library.loaded()
        let target = try ConnectionString(connectionString, library: library)
        let deadline = ContinuousClock.now + .seconds(60)
        let connection = try Connection(target, library: library, until: deadline)
        do throws(RemoteError) {
            let answer = try connection.run(Statement.login, [], until: deadline)
            _ = try LoginFacts(answer, target)
        } catch .notInitialised {}
        try connection.runAll(statements, until: deadline)
    }

    private static let tables = [
        "CREATE SCHEMA IF NOT EXISTS restoration",
        """
        CREATE TABLE IF NOT EXISTS restoration.setup (
            id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
            version integer NOT NULL,
            notifies boolean NOT NULL DEFAULT false
        )
        """,
        "CREATE TABLE IF NOT EXISTS restoration.service (role text PRIMARY KEY)",
        """
        CREATE TABLE IF NOT EXISTS restoration.state (
            application text COLLATE "C" NOT NULL,
            instance bigint NOT NULL,
            person text COLLATE "C" NOT NULL,
            device uuid NOT NULL,
            generation bigint NOT NULL,
            write_id uuid NOT NULL,
            label text NOT NULL,
            saved_at timestamp with time zone NOT NULL,
            bytes bytea NOT NULL,
            PRIMARY KEY (application, instance, person, device)
        )
        """,
        // Sealed bytes do not compress, and trying takes time.
        "ALTER TABLE restoration.state ALTER COLUMN bytes SET STORAGE EXTERNAL",
        """
        INSERT INTO restoration.setup (version) VALUES (\(LoginFacts.supportedVersion))
        ON CONFLICT (id) DO NOTHING
        """,
    ]

    private var rowSecurity: [String] {
        guard hasRowSecurity else { return [] }
        return [
            "ALTER TABLE restoration.state ENABLE ROW LEVEL SECURITY",
            "DROP POLICY IF EXISTS \"own rows\" ON restoration.state",
            """
            CREATE POLICY "own rows" ON restoration.state
                USING (person = current_user::text) WITH CHECK (person = current_user::text)
            """,
        ]
    }

    private var notification: [String] {
        hasNotification ? ["UPDATE restoration.setup SET notifies = true"] : []
    }

    private func grants(_ role: String) -> [String] {
        let name = role == "public" ? "PUBLIC" : Self.identifier(role)
        return [
            "GRANT USAGE ON SCHEMA restoration TO \(name)",
            "GRANT SELECT ON restoration.setup, restoration.service TO \(name)",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON restoration.state TO \(name)",
        ]
    }

    private func service(_ role: String) -> [String] {
        let name = Self.identifier(role)
        let policy = Self.identifier("service " + role)
        return grants(role) + [
            """
            INSERT INTO restoration.service (role) VALUES (\(Self.literal(role)))
            ON CONFLICT (role) DO NOTHING
            """,
            // Without row-level security, the policy has no effect.
            "DROP POLICY IF EXISTS \(policy) ON restoration.state",
            """
            CREATE POLICY \(policy) ON restoration.state TO \(name) USING (true) WITH CHECK (true)
            """,
        ]
    }

    private static func identifier(_ name: String) -> String {
        "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false).joined(
                separator: "\"\""
            )
            + "\""
    }

    private static func literal(_ text: String) -> String {
        // An E string has the same meaning whatever standard_conforming_strings is.
        let escaped = text.flatMap { $0 == "'" || $0 == "\\" ? [$0, $0] : [$0] }
        return "E'" + String(escaped) + "'"
    }
}
