// What one of the staff proposes and another one approves: nobody alone makes admins, lifts suspensions, or raises tiers and limits.
import { type Migration, proposalTables } from "@sanu/platform";

export const proposeActs: Migration = {
  kind: "expand",
  statements: proposalTables("uuid references account_contacts on delete cascade"),
};
