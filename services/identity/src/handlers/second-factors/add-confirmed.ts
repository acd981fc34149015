import type { Instant } from "@sanu/kernel";
import type { Session, Statement } from "@sanu/platform";
import { queueNotice } from "../../mail/queue-notice.ts";
import {
  type Proof,
  proveInSession,
  replaceRecoveryCodes,
} from "../../second-factors/factor-writes.ts";
import {
  type FoundFactors,
  loadFactors,
  type OfSession,
  viewOf,
} from "../../second-factors/load-factors.ts";
import { hashOfRecoveryCode, makeRecoveryCodes } from "../../second-factors/recovery-codes.ts";
import type { SecondFactorDeps } from "../../second-factors/second-factor-deps.ts";
import { refusalToAddOf } from "./may-add.ts";

interface Adding {
  readonly found: FoundFactors;
  readonly of: OfSession;
  readonly write: Statement;
  readonly proof: Proof;
}

/** Adds a factor that was just proved. With the first of an account come its recovery codes. */
export async function addConfirmed(
  deps: SecondFactorDeps,
  session: Session,
  { found, of, write, proof }: Adding,
) {
  const refusal = refusalToAddOf(deps, found);
  if (refusal !== undefined) return refusal;
  const { accountId } = of;
  const isFirst = found.factorIds.length === 0;
  const codes = isFirst ? makeRecoveryCodes() : null;
  const hashes = codes?.map((code) => hashOfRecoveryCode(accountId, code));
  const writes = [
    write,
    ...(hashes === undefined ? [] : replaceRecoveryCodes(accountId, hashes, proof.by)),
    proveInSession(of, proof),
    queueNotice(accountId, "second-factor-added", proof.at),
  ];
  await Promise.all(writes.map((each) => session.query(each)));
  deps.afterMailQueued();
  return replyOf(await loadFactors(session, of, proof.at), codes);
}

/** The reply to a command that added a factor before and whose reply got lost: codes are shown once. */
export async function findAdded(
  deps: Pick<SecondFactorDeps, "database">,
  of: OfSession,
  { at, by }: { readonly at: Instant; readonly by: string },
) {
  const found = await loadFactors(deps.database, of, at);
  return found && addedIn(found, by);
}

/** The same behind the lock: the first try may have committed since. */
export function addedIn(found: FoundFactors, by: string) {
  const isAdded = found.confirmed.some(({ confirmedBy }) => confirmedBy === by);
  return isAdded ? replyOf(found, null) : undefined;
}

function replyOf(found: FoundFactors | undefined, codes: readonly string[] | null) {
  if (found === undefined) throw new Error("The session went while it was locked");
  return { secondFactors: viewOf(found), recoveryCodes: codes === null ? null : [...codes] };
}
