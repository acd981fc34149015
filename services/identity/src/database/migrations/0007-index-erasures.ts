// Erasures that are under way are found among all that happened.
import type { Migration } from "@sanu/platform";

export const indexErasures: Migration = {
  kind: "index",
  name: "events_erasure_requested",
  on: "events (recorded_at) where event_type = 'ErasureRequested'",
};
