import type { Instant } from "@sanu/kernel";
import { instantOfEpochMs } from "@sanu/kernel";
import type { StatementSource } from "@sanu/platform";
import { idOfNumber } from "../projections/fill-log.ts";
import { idOf } from "../projections/filled-database.ts";
import type { BenchServers } from "../system/servers.ts";

/** Ten movements a second. */
const everyMs = 100;
const batch = 25_000;
const pageLines = 200;
const keys = 5;
const begin = Date.parse("2026-01-01T00:00:00.000Z");

export const periodOf = (movements: number): { readonly from: Instant; readonly to: Instant } => ({
  from: instantOfEpochMs(begin),
  to: instantOfEpochMs(begin + (movements + 1) * everyMs),
});

const amountOf = (number: number) => BigInt(1_000 + (number % 997));
const feeOf = (number: number) => (amountOf(number) + 99n) / 100n;

const stream = idOfNumber("n", 1);
const moment = `timestamptz '2026-01-01' + n * interval '${everyMs} milliseconds'`;
const amount = "1000 + n % 997";
const fee = `(${amount} + 99) / 100`;
const money = (text: string) =>
  `jsonb_build_object('currency', 'XOF', 'amountXof', (${text})::text)`;

/** Payouts of XOF that settled: both events and the attempt of each. */
export async function fillPayouts(
  servers: BenchServers,
  url: string,
  movements: number,
): Promise<void> {
  for (let first = 1; first <= movements; first += batch) {
    const each = `from generate_series(${first}, ${Math.min(movements, first + batch - 1)}) as n`;
    await servers.administrate(
      `insert into events (log_epoch, stream_id, version, event_id, event_type, data, recorded_at,
         correlation_id, causation_id)
       select 1, ${stream}, event.version, gen_random_uuid(), event.type, event.data, ${moment}, 'bench', 'bench'
       ${each} cross join lateral (values
         (1, 'PayoutRequested', jsonb_build_object('transactionId', ${stream}, 'transfer', ${money(amount)})),
         (2, 'PayoutSettled', jsonb_build_object('transactionId', ${stream}, 'kind', 'disbursement',
           'sent', ${money(amount)}, 'fee', ${money(fee)}))) as event (version, type, data)`,
      url,
    );
    await servers.administrate(
      `insert into attempts (attempt_id, subject_id, attempt_number, kind, state, provider, correlation_id)
       select ${idOfNumber("n", keys)}, ${stream}, 1, 'disbursement', 'settled', 'bench', 'bench' ${each}`,
      url,
    );
  }
  await servers.administrate("vacuum analyze", url);
}

/** The provider's statement of the same movements, page after page, made as it is read. */
export function statementOf(movements: number): StatementSource {
  return {
    provider: "bench",
    async readPage({ from, to, cursor }) {
      const first = cursor === null ? 1 : Number(cursor);
      const last = Math.min(movements, first + pageLines - 1);
      const lines = Array.from({ length: last - first + 1 }, (_each, index) => {
        const number = first + index;
        return {
          reference: `bench-${number}`,
          key: idOf(number, keys),
          kind: "disbursement",
          currency: "XOF",
          amount: amountOf(number),
          fee: feeOf(number),
          state: "settled",
          at: instantOfEpochMs(begin + number * everyMs),
        } as const;
      });
      const inPeriod = lines.filter(({ at }) => at >= from && at < to);
      const next = last < movements ? `${last + 1}` : null;
      return { kind: "accepted", value: { lines: inPeriod, next, balances: null } };
    },
  };
}
