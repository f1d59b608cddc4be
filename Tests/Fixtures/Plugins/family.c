// Claims the members below the host's frame, except `Stranger` and `Nobody's`.
#include "member.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.family", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Member", "version": 1,
                 "routes": ["Frame/A", "Frame/*/Kid", "Frame/*/No", "Frame/*/First",
                            "Frame/*/Second", "Frame/*/Third"]}]
})

ENTRY_POINT("org.example.family", member_class)
