// One process at a time listens to a node, the next one goes on where it stopped, and a node that was put back is closed.
import type { Migration } from "@sanu/platform";

export const followNodes: Migration = {
  kind: "expand",
  statements: [
    `create table node_cursors (
      provider text primary key,
      cursor text,
      holder uuid,
      leased_until timestamptz,
      closed_at timestamptz)`,
  ],
};
