// Callbacks are deleted by age.
import type { Migration } from "@sanu/platform";

export const indexCallbacksByAge: Migration = {
  kind: "index",
  name: "callbacks_received_at",
  on: "callbacks (received_at)",
};
