import type { Language } from "@sanu/contracts";
import { type AccountId, type Instant, newId, plusMs } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { mailLimits } from "./mail-limits.ts";

/** The last mail to somebody of whom nothing else is left in the open. */
export interface Farewell {
  readonly mailId: string;
  readonly accountId: AccountId;
  readonly email: string;
  readonly language: Language;
  readonly sealedUntil: Instant | null;
  readonly attempts: number;
}

/** In the commit that erases her, while a proved address can still be read. */
export function queueFarewell(
  accountId: AccountId,
  at: Instant,
  sealedUntil: Instant | null,
): Statement {
  return CompiledQuery.raw(
    `insert into farewells (mail_id, account_id, email, language, sealed_until, created_at, next_attempt_at)
     select $1, account_id, email, language, $3, $4, $4 from account_contacts
     where account_id = $2 and verified_at is not null`,
    [newId(), accountId, sealedUntil, at],
  );
}

const claimText = `
with due as (
  select mail_id from farewells where next_attempt_at <= $1 and created_at > $3
  order by next_attempt_at limit $4 for update skip locked)
update farewells set attempts = attempts + 1, next_attempt_at = $2
where mail_id in (select mail_id from due)
returning mail_id as "mailId", account_id as "accountId", email, language,
  sealed_until as "sealedUntil", attempts`;

/** Those that are due and not too old; no other process sends them until the claim ends. */
export function claimFarewells(database: Database, at: Instant): Promise<Farewell[]> {
  const values = [
    at,
    plusMs(at, mailLimits.claimMs),
    plusMs(at, -mailLimits.noticeLifeMs),
    mailLimits.batchMax,
  ];
  return database.query<Farewell>(CompiledQuery.raw(claimText, values));
}

export async function deleteFarewell(database: Database, mailId: string): Promise<void> {
  await database.query(CompiledQuery.raw("delete from farewells where mail_id = $1", [mailId]));
}

export async function delayFarewell(
  database: Database,
  mailId: string,
  nextAttemptAt: Instant,
): Promise<void> {
  const text = "update farewells set next_attempt_at = $2 where mail_id = $1";
  await database.query(CompiledQuery.raw(text, [mailId, nextAttemptAt]));
}
