// What moved in a period is compared with the provider's statement of it: only these events tell of money that moved.
import type { Migration } from "@sanu/platform";

export const indexSettledEvents: Migration = {
  kind: "index",
  name: "events_settled",
  on: "events (recorded_at) where event_type in ('PayoutSettled')",
};
