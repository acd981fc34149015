import type { Attempt, Database, Statement } from "@sanu/platform";
import type { PreparedSend } from "@sanu/rails";
import { CompiledQuery } from "kysely";
import type { PayoutOrder } from "../state.ts";
import { createPaidSends, type PaidBy } from "./paid-sends.ts";
import type { EarlierSend } from "./replacement.ts";

/** What is written down of sends beside their attempts. */
export interface SendRecords {
  /** What attempts before this one had stored for the same money, the first one first. */
  readonly earlierThan: (
    attempt: Attempt,
    order: Pick<PayoutOrder, "earlierPayoutIds">,
  ) => Promise<readonly EarlierSend[]>;
  readonly paidBy: PaidBy;
  /** Whether another attempt has, or a later one of the same payout had, the natural key of this rejected one at the same node. */
  readonly isTriedAgain: (attempt: Attempt) => Promise<boolean>;
  /** Before it is called: which coins a transaction spends, and that it takes a place of its receiver's. False: there is none. */
  readonly admit: (payoutId: string, prepared: PreparedSend) => Promise<boolean>;
  /** The same in two: for payouts whose transaction is signed behind it, and stored with all of them. */
  readonly takePlace: (payoutId: string, destinationMark: string) => Promise<boolean>;
  readonly signed: (prepared: PreparedSend) => Statement;
}

const earlierText = `
select attempts.attempt_id::text as "attemptId", attempts.natural_key as "naturalKey",
  attempts.provider, signed.spends,
  exists (
    select from attempts as other where other.natural_key = attempts.natural_key and other.state = 'settled'
      and other.subject_id <> $1 and other.subject_id <> all($4)
      and other.provider = attempts.provider) as "hasPaidAnother"
from attempts left join signed_transactions as signed using (natural_key)
where kind = $2 and natural_key is not null
  and ((subject_id = $1 and attempt_number < $3) or (subject_id = any($4) and state = 'rejected'))
order by created_at, attempt_number`;

const triedAgainText = `
select 1 from attempts where natural_key = $1 and state <> 'rejected' and provider = $4
union all select 1 from attempts where natural_key = $1 and subject_id = $2 and attempt_number > $3
  and provider = $4 limit 1`;

const signText = `
insert into signed_transactions (natural_key, spends) values ($1, $2) on conflict do nothing`;

/** Its own place at another receiver, and those at this one of whom nothing is under way any more. */
const freeText = `
delete from send_slots where (payout_id = $1) <> (destination_mark = $2) and (payout_id = $1 or not exists (
  select 1 from attempts where subject_id = payout_id and kind = 'send' and state in ('open', 'unknown', 'accepted')))`;

/** The place that it has, which nobody else can take meanwhile; else any free one, so that two at once seldom want the same one. */
const takeText = `
with own as (select slot from send_slots where payout_id = $1),
taken as (
  insert into send_slots (payout_id, destination_mark, slot)
  select $1, $2, slot from generate_series(1, $3) as slot
  where not exists (select from own) and slot not in (select slot from send_slots where destination_mark = $2)
  order by random() limit 1 on conflict do nothing returning slot)
select slot from own union all select slot from taken`;

export function createSendRecords(
  database: Pick<Database, "query">,
  { perReceiverMax }: { readonly perReceiverMax: number },
): SendRecords {
  const query = <Row>(text: string, ...values: readonly unknown[]) =>
    database.query<Row>(CompiledQuery.raw(text, [...values]));
  const takePlace = async (payoutId: string, mark: string) => {
    await query(freeText, payoutId, mark);
    const taken = await query(takeText, payoutId, mark, perReceiverMax);
    return taken.length > 0;
  };
  return {
    async earlierThan({ subjectId, kind, attemptNumber }, { earlierPayoutIds = [] }) {
      if (attemptNumber === 1 && earlierPayoutIds.length === 0) return [];
      type Row = Omit<EarlierSend, "spends"> & { readonly spends: string | null };
      const values = [subjectId, kind, attemptNumber, earlierPayoutIds];
      const rows = await query<Row>(earlierText, ...values);
      return rows.map((row) => ({ ...row, spends: row.spends?.split(",") ?? null }));
    },
    paidBy: createPaidSends(database),
    async isTriedAgain({ naturalKey, subjectId, attemptNumber, provider }) {
      const own = [naturalKey, subjectId, attemptNumber, provider];
      const others = await query(triedAgainText, ...own);
      return others.length > 0;
    },
    async admit(payoutId, prepared) {
      const { spends, destinationMark: mark } = prepared;
      if (spends !== undefined) await database.query(signed(prepared));
      return mark === undefined || takePlace(payoutId, mark);
    },
    takePlace,
    signed,
  };
}

function signed({ naturalKey, spends = [] }: PreparedSend): Statement {
  return CompiledQuery.raw(signText, [naturalKey, spends.join(",")]);
}
