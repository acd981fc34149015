import { createSchema, platformTables } from "@sanu/platform";
import { accountTables } from "./0001-initial/accounts.ts";
import { adminFunctions } from "./0001-initial/admins.ts";
import { codeTables } from "./0001-initial/codes.ts";
import { kycTables } from "./0001-initial/kyc.ts";
import { sessionTables } from "./0001-initial/sessions.ts";
import { throttleTables } from "./0001-initial/throttles.ts";
import { waitlistTables } from "./0001-initial/waitlist.ts";

export const initial = createSchema(
  platformTables,
  accountTables,
  codeTables,
  sessionTables,
  kycTables,
  adminFunctions,
  throttleTables,
  waitlistTables,
);
