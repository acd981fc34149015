import { type AccountId, unreachable } from "@sanu/kernel";
import { refuse, type SecurityTrail, type Statement } from "@sanu/platform";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../../database/schema.ts";
import { findPasswordHash } from "../../projections/accounts/query.ts";
import { refuseTooMany } from "../throttle/refuse-too-many.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { throttleLimits } from "../throttle/throttle-limits.ts";
import { busy, type Client } from "./hash-queue.ts";
import type { Passwords } from "./passwords.ts";

export interface OwnPasswordDeps {
  readonly tables: Kysely<IdentityTables>;
  readonly passwords: Passwords;
  readonly throttle: Pick<Throttle, "consumeOne" | "release" | "reset">;
  readonly trail: SecurityTrail;
}

/** `busy`: too many wait to be compared, and this one was not. */
export type UnprovenPassword =
  | { readonly kind: "wrong" }
  | { readonly kind: "busy" }
  | { readonly kind: "too-often"; readonly retryAfterSeconds: number };

/**
 * Compares a password with that of an account somebody is logged in to. Whoever stole a token must not find the password
 * with it: wrong ones count for the account, before they are compared, and a right one forgives them.
 */
export async function checkOwnPassword(
  { tables, passwords, throttle, trail }: OwnPasswordDeps,
  { accountId, password }: { readonly accountId: AccountId; readonly password: string },
  { remainingMs }: Pick<Client, "remainingMs">,
): Promise<{ readonly kind: "right" } | UnprovenPassword> {
  const policy = ownPasswordPolicy(accountId);
  const { retryAfterSeconds } = await throttle.consumeOne(policy);
  if (retryAfterSeconds !== null) return { kind: "too-often", retryAfterSeconds };
  const passwordHash = await findPasswordHash(tables, accountId);
  // Who is logged in has proved who she is.
  const isRight = await passwords.matches(passwordHash, password, { remainingMs, isKnown: true });
  if (isRight === busy) {
    // Only this turn: whoever can keep the hashes busy must not clear a count with it.
    await throttle.release(policy);
    return { kind: "busy" };
  }
  if (!isRight) {
    trail({ event: "own-password-failed", accountId });
    return { kind: "wrong" };
  }
  await throttle.reset(policy);
  return { kind: "right" };
}

/** Behind a new password, wrong ones before it count no more: a thief's must not keep her from closing the account. */
export function resetOwnPasswordFailures(
  throttle: Pick<Throttle, "resetStatement">,
  accountId: AccountId,
): Statement {
  return throttle.resetStatement(ownPasswordPolicy(accountId));
}

export function passwordRefusal(checked: UnprovenPassword) {
  switch (checked.kind) {
    case "wrong":
      return refuse("validation-failed", undefined, { password: ["wrong-password"] });
    case "too-often":
      return refuseTooMany(checked.retryAfterSeconds);
    case "busy":
      return refuse("service-unavailable");
    default:
      return unreachable(checked);
  }
}

function ownPasswordPolicy(accountId: AccountId) {
  const { ownPasswordPerHour: quota, hourMs: windowMs } = throttleLimits;
  return { name: "password", key: ["password", accountId], quota, windowMs } as const;
}
