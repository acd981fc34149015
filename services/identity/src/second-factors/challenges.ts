import { type Clock, type Instant, plusMs } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { OfSession } from "./load-factors.ts";
import { newChallenge } from "./passkeys.ts";
import { secondFactorLimits } from "./second-factor-limits.ts";

type Purpose = "add" | "prove";
interface Deps {
  readonly database: Pick<Database, "query">;
  readonly clock: Clock;
}

/** What a passkey has to sign in this session next; the one asked for before is void. */
export async function beginChallenge(
  { database, clock }: Deps,
  { sessionId }: OfSession,
  purpose: Purpose,
): Promise<string> {
  const challenge = newChallenge();
  const endsAt: Instant = plusMs(clock.now(), secondFactorLimits.passkeys.challengeMs);
  await database.query(
    CompiledQuery.raw(
      `insert into passkey_challenges (session_id, purpose, challenge, ends_at) values ($1, $2, $3, $4)
       on conflict (session_id, purpose) do update set challenge = $3, ends_at = $4`,
      [sessionId, purpose, challenge, endsAt],
    ),
  );
  return challenge;
}

export async function findChallenge(
  { database, clock }: Deps,
  { sessionId }: OfSession,
  purpose: Purpose,
): Promise<string | undefined> {
  const text = `select challenge from passkey_challenges
    where session_id = $1 and purpose = $2 and ends_at > $3`;
  const [row] = await database.query<{ challenge: string }>(
    CompiledQuery.raw(text, [sessionId, purpose, clock.now()]),
  );
  return row?.challenge;
}

/** Returns a row where it has not been used. */
export function useChallenge({ sessionId }: OfSession, challenge: string): Statement {
  return CompiledQuery.raw(
    "delete from passkey_challenges where session_id = $1 and challenge = $2 returning 1 as used",
    [sessionId, challenge],
  );
}
