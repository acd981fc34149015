import { Counter } from "prom-client";
import type { SeriesRegistry } from "./expose.ts";

/** `commit`: appends of one transaction. `lookup`: reads of one round trip. */
export type GroupKind = "commit" | "lookup";

/** What leaves for Postgres together: members by groups is how many share a wake-up. */
export function databaseMetrics(registry: SeriesRegistry) {
  const labelNames = ["kind"] as const;
  const registers = [registry];
  const groups = new Counter({
    name: "sanu_database_groups_total",
    help: "Groups of statements that went to Postgres together, those of one member among them.",
    labelNames,
    registers,
  });
  const members = new Counter({
    name: "sanu_database_group_members_total",
    help: "Members of these groups: appends of a commit, lookups of a round trip.",
    labelNames,
    registers,
  });
  const refused = new Counter({
    name: "sanu_database_groups_refused_total",
    help: "Times that Postgres refused a group because of one of its members: that one then goes alone.",
    labelNames,
    registers,
  });
  return {
    countGroup(kind: GroupKind, size: number): void {
      groups.inc({ kind });
      members.inc({ kind }, size);
    },
    countRefused: (kind: GroupKind) => refused.inc({ kind }),
  };
}
