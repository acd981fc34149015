// What came although a verdict says that it never did is compared with the provider's statement, too; there is little of it.
import type { Migration } from "@sanu/platform";

export const indexContradictedVerdicts: Migration = {
  kind: "index",
  name: "events_contradicted",
  on: "events (recorded_at) where event_type = 'VerdictContradicted'",
};
