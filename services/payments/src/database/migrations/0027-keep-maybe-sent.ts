// What a lost database may have sent is asked about, and never sent again.
import { attemptMaybeSentColumn, factsMaybeSentTable, type Migration } from "@sanu/platform";

export const keepMaybeSent: Migration = {
  kind: "expand",
  statements: [...attemptMaybeSentColumn, ...factsMaybeSentTable],
};
