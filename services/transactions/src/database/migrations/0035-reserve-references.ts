// Money has one name, and each name is one verdict's: those of before are found in the log.
import type { Migration } from "@sanu/platform";

export const reserveReferences: Migration = {
  kind: "expand",
  statements: [
    `create table verdict_references (
      provider_reference text constraint verdict_references_pkey primary key,
      case_id uuid not null
    )`,
  ],
};
