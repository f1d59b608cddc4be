import RestorationPluginKit

let restorationPlugin = RestorationPlugin([
    "Everything": Everything.self,
    "Bag": Bag.self,
    "Witness": Witness.self,
    "Grumbler": Grumbler.self,
    "Hoarder": Hoarder.self,
    "Talker": Talker.self,
    "Family": Family.self,
    "Elder": Elder.self,
    "Bookmark": Bookmark.self,
    "Carrier": ContainingCarrier.self,
    "Latecomer": Latecomer.self,
    "Nevercomer": Nevercomer.self,
    "Photo": Photo.self,
    "Album": Album.self,
])
