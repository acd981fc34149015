import {
  BeginTotp,
  ConfirmTotp,
  type RequestSource,
  type SecondFactorProof,
  StepUp,
} from "@sanu/contracts";
import { type AccountId, epochMsOf, type Instant, newId } from "@sanu/kernel";
import { authenticatorCode } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import type { RunningIdentity } from "../identity.fixture.ts";
import { openSession } from "../sessions/open-session.ts";

export const desk: RequestSource = { address: "203.0.113.7", device: "the desk of the staff" };

export interface Held {
  readonly accountId: AccountId;
  readonly sessionId: string;
}

export const codeAt = ({ clock }: RunningIdentity, secret: string, afterMs = 0): string =>
  authenticatorCode(secret, epochMsOf(clock.now()) + afterMs);

/** A session of an account as a login opens one, without the cost of its hash. */
export async function opened({ database, clock }: RunningIdentity, accountId: AccountId) {
  const at = clock.now();
  const [row] = await database.query<{ passwordSince: Instant }>(
    CompiledQuery.raw(
      `select changed_at as "passwordSince" from credentials where account_id = $1`,
      [accountId],
    ),
  );
  const passwordSince = row?.passwordSince ?? at;
  const session = await openSession(database, { accountId, passwordSince, at });
  if (session === undefined) throw new Error("no session was opened");
  return session;
}

/** What the staff does with her factors in one session. */
export function inSession(identity: RunningIdentity, { accountId, sessionId }: Held) {
  const of = { accountId, sessionId };
  return {
    of,
    begin: (password: string) => identity.request(BeginTotp, { ...of, password }),
    confirm: (factorId: string, code: string, { commandId = newId(), source = desk } = {}) =>
      identity.request(ConfirmTotp, { ...of, factorId, code, source }, commandId),
    prove: (proof: SecondFactorProof, { commandId = newId(), source = desk } = {}) =>
      identity.request(StepUp, { ...of, proof, source }, commandId),
  };
}

/** Adds an authenticator app, which proves the session as well. Throws where that is refused. */
export async function enrolled(identity: RunningIdentity, held: Held, password: string) {
  const { begin, confirm } = inSession(identity, held);
  const begun = await begin(password);
  if (begun.kind !== "replied") throw new Error(`begin: ${JSON.stringify(begun)}`);
  const { factorId, secret } = begun.data;
  const added = await confirm(factorId, codeAt(identity, secret));
  if (added.kind !== "replied") throw new Error(`confirm: ${JSON.stringify(added)}`);
  return { factorId, secret, recoveryCodes: added.data.recoveryCodes ?? [] };
}
