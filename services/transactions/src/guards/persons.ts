import { createHmac, randomBytes } from "node:crypto";
import type { AccountId, PayoutId, TransactionId, Xof } from "@sanu/kernel";
import { type Database, readOrCreateSecret, type Secret, type Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { TransactionEvent } from "../transaction/events.ts";
import type { Order } from "../transaction/state.ts";

export const personLimits = {
  keyBytes: 32,
  /** What an order counted for, behind its end, and a month behind its last change. */
  keptMs: 62 * 86_400_000,
  /** More to one number in a day than any provider bears. */
  salesListedMax: 100,
} as const;

/** Who a number, a document or a receiver belongs to, over all accounts, without being told. */
export interface Persons {
  /** Under the key of the deployment, which outlives every erasure. Throws before the service has started. */
  readonly nameOf: (text: string) => string;
  readonly isNumberCounted: boolean;
}

/** What a payout beyond its number's month breaks. */
export const beyondMonthConstraint = "person_months_no_payouts";

/** Outside production a key that is not set is made once and stored. */
export function createPersons(
  terms: { readonly personKey: Secret | undefined; readonly isNumberCounted: boolean },
  { database }: { readonly database: Database },
): Persons & { readonly start: () => Promise<void> } {
  let key: string | undefined;
  return {
    nameOf(text) {
      if (key === undefined) throw new Error("The key of persons is not loaded yet");
      return createHmac("sha256", key).update(text).digest("base64url");
    },
    isNumberCounted: terms.isNumberCounted,
    async start() {
      const newKey = () => randomBytes(personLimits.keyBytes).toString("base64url");
      key = terms.personKey?.reveal() ?? (await readOrCreateSecret(database, "person-key", newKey));
    },
  };
}

interface OfPerson {
  readonly transactionId: TransactionId;
  readonly accountId: AccountId;
  readonly month: string;
  readonly amountXof: Xof;
  readonly openMax: number;
  /** E.164 */
  readonly number: string;
  readonly receiver: string | null;
}

/** Reserves an order's part of the month for its account, its number and its documents, or refuses the whole append. */
export function reserveForPerson(
  { nameOf, isNumberCounted }: Persons,
  { transactionId, accountId, month, amountXof, openMax, number, receiver }: OfPerson,
): Statement {
  const names = [nameOf(number), receiver === null ? null : nameOf(receiver), isNumberCounted];
  return CompiledQuery.raw("select reserve_for_person($1, $2, $3, $4, $5, $6, $7, $8)", [
    transactionId,
    accountId,
    month,
    amountXof,
    openMax,
    ...names,
  ]);
}

/** What an order reserved is used for good, or free again; its number's month counts it once it is paid. */
export function personWrites(
  event: TransactionEvent,
  { transactionType }: Pick<Order, "transactionType">,
): Statement[] {
  const { transactionId } = event;
  const isSale = transactionType === "SELL_BITCOIN";
  switch (event.type) {
    case "TransactionPaid":
      return [...(isSale ? [countHeldAgain(transactionId)] : []), countPaid(transactionId)];
    // Before anything could go to the number of a sale: else strangers would use up its month with sats that go back to them.
    case "TransactionPayoutHeld":
      return [
        isSale && event.payoutId === null ? leaveNumber(transactionId) : countPaid(transactionId),
      ];
    // What was not counted as paid, or not any more, and is paid out after all counts now.
    case "TransactionCompleted":
      return [countPaid(transactionId), endForPerson(transactionId, true)];
    case "TransactionFailed":
      return [endForPerson(transactionId, false)];
    default:
      return [];
  }
}

function countPaid(transactionId: TransactionId): Statement {
  return CompiledQuery.raw("select count_paid_for_person($1)", [transactionId]);
}

const uncountedNumber = `where transaction_id = $1 and subject like 'number %' and not is_counted and limit_xof is not null`;

/** For its number the order has ended, so that nobody who orders with it counts it as paid. */
function leaveNumber(transactionId: TransactionId): Statement {
  const text = `update order_persons set ended_at = now() ${uncountedNumber} and ended_at is null`;
  return CompiledQuery.raw(text, [transactionId]);
}

/** What was held is paid out after all. Nobody else looks at the row while it has ended, so it is locked in front of the month. */
function countHeldAgain(transactionId: TransactionId): Statement {
  const text = `update order_persons set ended_at = null ${uncountedNumber} and ended_at is not null`;
  return CompiledQuery.raw(text, [transactionId]);
}

function endForPerson(transactionId: TransactionId, isSpent: boolean): Statement {
  return CompiledQuery.raw("select end_for_person($1, $2)", [transactionId, isSpent]);
}

/** In the commit of a payment: refuses it where a payout would begin that is more than the number's month allows. */
export function refusePayoutBeyondMonth(transactionId: TransactionId): Statement {
  return CompiledQuery.raw("select refuse_payout_beyond_month($1)", [transactionId]);
}

const ofNumber = `where transaction_id = $1 and subject like 'number %' and ended_at is null and not is_counted`;

/**
 * The number that paid has its month counted, whatever the order named. Goes in front of what counts it, and locks the month first,
 * as whoever counts does.
 */
export function countForPayer(
  { nameOf }: Pick<Persons, "nameOf">,
  { transactionId, number }: { readonly transactionId: TransactionId; readonly number: string },
): Statement[] {
  const lockText = `select hold_person_month($2, month) from order_persons ${ofNumber} and limit_xof is not null`;
  const updateText = `update order_persons set subject = $2 ${ofNumber}`;
  const values = [transactionId, `number ${nameOf(number)}`];
  return [CompiledQuery.raw(lockText, values), CompiledQuery.raw(updateText, values)];
}

const salesText = `
select sale.payout_id as "payoutId" from order_persons as own
  join order_persons as named using (subject)
  join transaction_monitoring as sale on sale.transaction_id = named.transaction_id
where own.transaction_id = $1 and own.subject like 'number %' and named.transaction_id <> $1
  and (named.ended_at is null or named.ended_at > now() - interval '1 day')
  and sale.transaction_type = 'SELL_BITCOIN' and sale.status in ('PROCESSING', 'COMPLETED') and sale.payout_id is not null
order by sale.created_at desc limit $2`;

/** The payouts of other sales that were paid for, and whose XOF went to the same number within a day, or may have, whatever account sold. */
export async function findPayoutsToNumber(
  database: Pick<Database, "query">,
  transactionId: TransactionId,
): Promise<readonly PayoutId[]> {
  const rows = await database.query<{ readonly payoutId: PayoutId }>(
    CompiledQuery.raw(salesText, [transactionId, personLimits.salesListedMax]),
  );
  return rows.map((row) => row.payoutId);
}

export function insertDocument(of: {
  readonly accountId: AccountId;
  readonly documentHmac: string;
}): Statement {
  return CompiledQuery.raw(
    "insert into account_documents (account_id, document) values ($1, $2) on conflict do nothing",
    [of.accountId, of.documentHmac],
  );
}
