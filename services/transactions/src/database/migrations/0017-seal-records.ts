// What the law obliges to keep of a person is sealed when she is erased, and deleted when its term ends.
import { type Migration, sealedOpeningsTable, sealedRecordsTable } from "@sanu/platform";

export const sealRecords: Migration = {
  kind: "expand",
  statements: [sealedRecordsTable, sealedOpeningsTable],
};
