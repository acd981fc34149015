import {
  createPlatformTables,
  hashClientKeys,
  indexPrivateEvents,
  type Migrations,
} from "@sanu/platform";
import { createAccountTables } from "./2026-11-21-create-account-tables.ts";
import { createThrottles } from "./2026-11-22-create-throttles.ts";
import { createWaitlist } from "./2026-11-22-create-waitlist.ts";
import { createSessionTables } from "./2026-11-23-create-session-tables.ts";
import { createCodeRequests } from "./2026-11-24-create-code-requests.ts";
import { createKycTables } from "./2026-11-24-create-kyc-tables.ts";
import { indexUsers } from "./2026-11-25-index-users.ts";
import { allowErasedAccounts } from "./2026-11-26-allow-erased-accounts.ts";
import { keepAnAdmin } from "./2026-12-01-keep-an-admin.ts";

/** The migrations of identity's database, by name. */
export const migrations: Migrations = {
  "2026-11-21-create-platform-tables": createPlatformTables,
  "2026-11-21-create-account-tables": createAccountTables,
  "2026-11-22-create-throttles": createThrottles,
  "2026-11-22-create-waitlist": createWaitlist,
  "2026-11-23-create-session-tables": createSessionTables,
  "2026-11-24-create-code-requests": createCodeRequests,
  "2026-11-24-create-kyc-tables": createKycTables,
  "2026-11-25-index-users": indexUsers,
  "2026-11-26-allow-erased-accounts": allowErasedAccounts,
  "2026-11-26-index-private-events": indexPrivateEvents,
  "2026-12-01-hash-client-keys": hashClientKeys,
  "2026-12-01-keep-an-admin": keepAnAdmin,
};
