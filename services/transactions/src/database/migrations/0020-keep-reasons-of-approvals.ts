// Why somebody approved a verdict, beside what was seen by who proposed it, and erased with it.
import type { Migration } from "@sanu/platform";

export const keepReasonsOfApprovals: Migration = {
  kind: "expand",
  statements: ["alter table case_evidence add column decision_reason text"],
};
