// What one of the staff proposes and another one approves: nobody alone prices what everybody deals at.
import { type Migration, proposalTables } from "@sanu/platform";

export const proposeActs: Migration = { kind: "expand", statements: proposalTables("uuid") };
