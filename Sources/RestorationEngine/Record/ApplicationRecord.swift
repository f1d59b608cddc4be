/// What saves write of the application's own record beside what its delegate encodes. That record
/// has no path, and no object.
struct ApplicationRecord {
    /// All of it, if it was kept from the delegate.
    var retained: UnavailableObject?
    /// What the delegate was given as nil, since what is there is of another type.
    var passedOver: [PassedOverReference] = []
    /// Keys that the delegate never asked for.
    var fields: [CarriedFields.Field] = []
}
