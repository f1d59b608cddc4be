// A plugin whose objects another plugin's object makes.
#include "member.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.stranger", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Member", "version": 1, "routes": ["**/Stranger"]}]
})

ENTRY_POINT("org.example.stranger", member_class)
