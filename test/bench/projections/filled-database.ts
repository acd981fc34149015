import type { AccountId } from "@sanu/kernel";
import { migrations } from "@sanu/transactions";
import { fullPlan, type MeasurePlan } from "../measure.ts";
import type { BenchServers } from "../system/servers.ts";
import { fillLog, idOfNumber } from "./fill-log.ts";

const sizes = {
  full: { small: 100_000, large: 1_000_000 },
  short: { small: 2_000, large: 20_000 },
} as const;
const perPerson = 100;

/** A person with very many transactions, and one with few, in every filled database. */
export const heavy = "00000000-0000-7000-8000-0000000000aa" as AccountId;
export const light = "00000000-0000-7000-8000-0000000000bb" as AccountId;
export const ofHeavy = 10_000;
export const ofLight = 10;

/** How many transactions the databases of a run hold. */
export function sizesOf(plan: MeasurePlan): { readonly small: number; readonly large: number } {
  return plan.durationMs >= fullPlan.durationMs ? sizes.full : sizes.short;
}

const filled = new WeakMap<BenchServers, Map<number, Promise<string>>>();

/** The URL of a database of transactions with so many completed purchases, filled once in a run for all its rows. */
export function filledDatabase(servers: BenchServers, size: number): Promise<string> {
  const bySize = filled.get(servers) ?? new Map<number, Promise<string>>();
  filled.set(servers, bySize);
  const made = bySize.get(size) ?? fill(servers, size);
  bySize.set(size, made);
  return made;
}

/** The same id as `idOfNumber` makes in SQL. */
export function idOf(number: number, kind: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  return `${hex(number >> 16, 8)}-${hex(number & 65_535, 4)}-7000-8000-${hex(kind, 12)}`;
}

/** Whose the transaction of a number is. */
export function accountOf(number: number): AccountId {
  return idOf(Math.floor(number / perPerson), 2) as AccountId;
}

/** Purchases of many people, of one with very many, and of one with few: their events and all that is kept of them. */
async function fill(servers: BenchServers, size: number): Promise<string> {
  const url = await servers.newDatabase("bench_filled", migrations);
  const all = size + ofHeavy + ofLight;
  // The first event alone: the index is as deep with one for each purchase as with four.
  await fillLog(servers, url, { transactions: all, eventsEach: 1 });
  for (const text of [...viewTexts(size, all), ...privateTexts(size, all)]) {
    await servers.administrate(text, url);
  }
  await servers.administrate("vacuum analyze", url);
  // What is still to be written of it must not be written while something is measured.
  await servers.administrate("checkpoint", url);
  return url;
}

const id = idOfNumber("n", 1);
const moment = "timestamptz '2026-01-01' + n * interval '1 second'";
const ownerOf = (size: number) =>
  `case when n > ${size} + ${ofHeavy} then '${light}' when n > ${size} then '${heavy}'
    else ${idOfNumber(`n / ${perPerson}`, 2)} end::uuid`;

function viewTexts(size: number, all: number): readonly string[] {
  const each = `from generate_series(1, ${all}) as n`;
  return [
    `insert into transaction_list select ${id}, ${ownerOf(size)}, 'TXN_' || n, 'BUY_BITCOIN', 10000, 16339,
       61200000, 'COMPLETED', ${moment}, ${moment} ${each}`,
    `insert into transaction_detail (transaction_id, account_id, reference, transaction_type, amount_xof,
       amount_sats, rate_xof_per_btc, payment_id, payment_reference, payout_reference, channel, status,
       payment_status, payout_status, is_in_review, created_at, expires_at, completed_at)
     select transaction_id, account_id, reference, transaction_type, amount_xof, amount_sats,
       rate_xof_per_btc, transaction_id, 'PAY_' || reference, 'PAYOUT_' || reference, 'MTN_OPEN', status,
       status, status, false, created_at, created_at, created_at from transaction_list`,
    `insert into transaction_monitoring (transaction_id, account_id, reference, transaction_type,
       amount_xof, amount_sats, rate_xof_per_btc, status, channel, payment_id, payment_reference, payout_id,
       payout_reference, created_at, updated_at)
     select transaction_id, account_id, reference, transaction_type, amount_xof, amount_sats,
       rate_xof_per_btc, status, 'MTN_OPEN', transaction_id, md5(reference), transaction_id,
       md5('payout ' || reference), created_at, created_at from transaction_list`,
    `insert into transaction_resume
     select account_id, 0, 0, 0, 0, count(*), sum(amount_xof), 0, 0 from transaction_list group by 1`,
    `insert into book_entries
     select transaction_id, version, 'XOF', created_at, 10000, 0, -10000, 0, 0, 0, 0
     from transaction_list cross join generate_series(2, 3) as version`,
  ];
}

function privateTexts(size: number, all: number): readonly string[] {
  const each = `from generate_series(1, ${all}) as n`;
  return [
    `insert into transaction_private (transaction_id, account_id, receiver, receiver_given,
       receiver_masked, number, page_token)
     select ${id}, ${ownerOf(size)}, 'ok@sandbox.sanu', 'ok@sandbox.sanu', 'o…', '+2290196000001',
       md5(n::text) ${each}`,
    `insert into idempotency_keys (scope, key, body_hash, record_id, response)
     select account_id, md5(reference), md5(reference), transaction_id, repeat('a', 600) from transaction_list`,
    `insert into person_keys (account_id, key)
     select account_id, decode(repeat('ab', 32), 'hex') from transaction_resume`,
    "insert into open_transactions select account_id, 0 from transaction_resume",
    "insert into allowances select account_id, '2026-01', 0, 1000000 from transaction_resume",
  ];
}
