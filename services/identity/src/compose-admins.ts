import type { AccountId, Clock } from "@sanu/kernel";
import {
  audited,
  createAuditLog,
  type Database,
  measuredClock,
  openDatabase,
  shellAct,
} from "@sanu/platform";
import { createPasswords } from "./credentials/passwords/passwords.ts";
import { eraseByEmail } from "./erasure/erase-by-email.ts";
import { erasureLimits } from "./erasure/erasure-limits.ts";
import { authenticateAdmin } from "./handlers/admin/authenticate-admin.ts";
import { type CreatedAdmin, createAdmin, type NewAdmin } from "./handlers/admin/create-admin.ts";
import { readStaff } from "./handlers/admin/find-staff.ts";
import { type LiftedAdmin, liftAdmin } from "./handlers/admin/lift-admin.ts";
import { resetSecondFactors } from "./handlers/admin/reset-second-factors.ts";
import { openAccountLog } from "./stores.ts";

/** What an operator may do at the shell, on identity's database, whether or not the service runs; its relay publishes. */
export async function composeAdmins(databaseUrl: string, given?: Clock) {
  const database = openDatabase({ url: databaseUrl, poolMax: 1, applicationName: "sanu-admin" });
  const clock = given ?? (await clockOf(database));
  const store = openAccountLog(database);
  const passwords = await createPasswords();
  const audit = createAuditLog(database);
  const written = <Result>(
    name: string,
    work: () => Promise<Result>,
    outcomeOf: (result: Result) => string,
  ) => audited(audit, shellAct(`identity.${name}`, "money"), work, outcomeOf);
  return {
    create: (admin: NewAdmin): Promise<CreatedAdmin> =>
      written(
        "create-admin",
        () => createAdmin({ database, store, passwords, clock }, admin),
        ({ was }) => was,
      ),
    /** Her account, where the password is hers and she is an admin. */
    authenticate: (email: string, password: string) =>
      authenticateAdmin({ database, passwords }, { email, password }),
    /** Who of these is of the staff now. */
    findStaff: (accountIds: readonly AccountId[]) => readStaff({ database, store }, accountIds),
    erase: (email: string, waitMs: number = erasureLimits.shellWaitMs) =>
      written(
        "erase-account",
        () => eraseByEmail({ database, store, clock }, email, waitMs),
        ({ outcome }) => outcome,
      ),
    lift: (email: string, reason: string): Promise<LiftedAdmin | undefined> =>
      written(
        "lift-admin",
        () => liftAdmin({ database, store, clock }, { email, reason }),
        (lifted) => lifted?.was ?? "not-found",
      ),
    resetSecondFactors: (email: string, reason: string) =>
      written(
        "reset-second-factors",
        () => resetSecondFactors({ database, clock }, { email, reason }),
        (accountId) => (accountId === undefined ? "not-found" : "reset"),
      ),
    close: database.close,
  };
}

/** Not the operator's machine's: what it revokes ends by identity's moment. */
async function clockOf(database: Database): Promise<Clock> {
  try {
    return await measuredClock(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}
