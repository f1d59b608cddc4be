import RestorationCore
import RestorationStorage

/// The statements that the store runs, each in a transaction of its own.
///
/// They are plain SQL, so that databases with PostgreSQL's protocol can serve: no system columns,
/// advisory locks or triggers.
enum Statement {
    /// The facts of a login. Parameters: none.
    static let login = """
        SELECT version, notifies, current_user::text,
            EXISTS (SELECT 1 FROM restoration.service AS s WHERE s.role = current_user::text)
        FROM restoration.setup
        """

    private static let key = "application = $1 AND instance = $2 AND person = $3 AND device = $4"

    /// Parameters: the key's four.
    static let load = """
        SELECT generation, write_id, label, bytes FROM restoration.state WHERE \(key)
        """

    /// Parameters: the key's four.
    static let remove = "DELETE FROM restoration.state WHERE \(key) RETURNING true"

    // 1. A row that is expected, or that an earlier call of the same swap has written, is replaced.
    //    Any other row is written as it was, which returns it as it is at that moment. A SELECT
    //    beside the statement would see an older one.
    // 2. A swap that expects a row does not create one: without a row, UPDATE returns nothing.
    //
    // Parameters: the key's four, the expected generation, the bytes, the write ID, the new
    // generation, and the label.
    private static let replacement =
        "SET "
        + [
            ("generation", "$8"), ("write_id", "$7"), ("label", "$9"), ("saved_at", "now()"),
            ("bytes", "$6"),
        ].map { column, value in
            "\(column) = CASE WHEN s.generation = $5 OR s.write_id = $7"
                + " THEN \(value) ELSE s.\(column) END"
        }.joined(separator: ",\n    ")
    private static let outcome = "RETURNING s.write_id = $7 AS stored, s.generation, s.write_id"

    static let swapOfMissing = """
        INSERT INTO restoration.state AS s (application, instance, person, device,
            generation, write_id, label, saved_at, bytes)
        VALUES ($1, $2, $3, $4, $8, $7, $9, now(), $6)
        ON CONFLICT (application, instance, person, device) DO UPDATE
        \(replacement)
        \(outcome)
        """
    static let swap = """
        UPDATE restoration.state AS s
        \(replacement)
        WHERE \(key)
        \(outcome)
        """

    /// Lists the rows with a prefix of the key.
    static func list(_ prefix: RemotePrefix) -> (text: String, parameters: [Parameter]) {
        let columns = ["application", "instance", "person"]
        let parameters = prefix.parameters
        let conditions = zip(columns, 1...parameters.count + 1).prefix(parameters.count)
            .map { "\($0) = $\($1)" }
        let filter = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))\n"
        return (
            """
            SELECT application, instance, person, device, generation, write_id, label,
                octet_length(bytes), (extract(epoch FROM saved_at) * 1000000)::bigint
            FROM restoration.state
            \(filter)ORDER BY application, instance, person, device
            """, parameters
        )
    }

    /// Sends hints. Parameters: the payload.
    static let notify = "SELECT pg_notify('restoration', $1)"
    static let listen = "LISTEN restoration"
}

extension RemoteKey {
    var parameters: [Parameter] {
        [
            .text(application.rawValue), .number(UInt64(instance)), .text(person.rawValue),
            .id(device.bytes),
        ]
    }
}

extension RemotePrefix {
    var parameters: [Parameter] {
        switch self {
        case .all: []
        case .application(let application): [.text(application.rawValue)]
        case .instance(let application, let instance):
            [.text(application.rawValue), .number(UInt64(instance))]
        case .person(let application, let instance, let person):
            [
                .text(application.rawValue), .number(UInt64(instance)), .text(person.rawValue),
            ]
        }
    }
}
