import { measureOpenWork, openDatabase } from "@sanu/platform";
import { createTestDatabase, rowsRead } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { migrations } from "./database/migrations/index.ts";
import { watchRules } from "./watchdog.ts";

const made = await createTestDatabase("transactions_watchdog", migrations);
const database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
const run = (text: string) => database.query(CompiledQuery.raw(text));

afterAll(async () => {
  await database.close();
  await made.drop();
});

/** One order for each age; its last digit tells it. */
const order = (place: number, status: string, age: string) =>
  run(`insert into transaction_monitoring (transaction_id, account_id, reference, transaction_type, amount_xof, amount_sats,
      rate_xof_per_btc, status, channel, payment_id, payment_reference, created_at, updated_at)
    values ('00000000-0000-8000-8000-00000000000${place}', gen_random_uuid(), 'R${place}', 'BUY_BITCOIN', 1000, 1600, 60000000,
      '${status}', 'MTN', gen_random_uuid(), 'P${place}', now() - interval '${age}', now() - interval '${age}')`);
const proposals = { proposalValidMs: 86_400_000, newcomerWaitsMs: 0, isSoleAdminAllowed: false };
const rules = watchRules({ terms: { paymentWindowMs: 900_000 }, proposals });
const idOf = (place: number) => `'00000000-0000-8000-8000-00000000000${place}'`;

it("finds what outlives its order, and gives an order that nobody pays the life of its prompt", async () => {
  await order(1, "PENDING", "24 hours");
  await order(2, "PENDING", "26 hours");
  await order(3, "FAILED", "2 days");
  await order(4, "COMPLETED", "1 hour");
  await order(5, "PROCESSING", "3 days");
  for (const place of [2, 3, 4]) {
    await run(`insert into open_refunds values (${idOf(place)}, 'receipt', false)`);
  }
  for (const place of [3, 4, 5]) {
    await run(
      `insert into payout_reservations values (${idOf(place)}, 'payout', 'float', 1, now() - interval '2 days')`,
    );
  }
  await run(`insert into unreported_payouts values ('float', now() - interval '1 hour', ${idOf(4)}, 'payout', 1),
    ('float', now(), ${idOf(3)}, 'payout', 1)`);

  await run(`insert into proposals (proposal_id, operation, content, content_sha256, status, proposed_by, proposed_at, expires_at)
    select gen_random_uuid(), 'change-rates', '{}', '', status, gen_random_uuid(), at, at + interval '1 day'
    from (values ('proposed', now() - interval '13 hours'), ('proposed', now()), ('proposed', now() - interval '2 days'),
      ('executed', now() - interval '13 hours')) as made(status, at)`);
  const found: unknown[] = [];
  for (const rule of rules) {
    for (const { by, open, overdue } of await measureOpenWork(database, rule)) {
      found.push([rule.what, by, open, overdue]);
    }
  }
  expect(found).toEqual([
    ["proposal", "change-rates", 2, 1],
    ["pending-transaction", "BUY_BITCOIN", 2, 1],
    ["processing-transaction", "BUY_BITCOIN", 1, 1],
    ["refund-of-ended", "", 2, 1],
    ["reservation-of-ended", "", 1, 1],
    ["unreported-payout", "float", 2, 1],
  ]);
});

it("goes through no more than it has to, where very many wait for their payer", async () => {
  const waiting = 12_000;
  await run(`insert into transaction_monitoring (transaction_id, account_id, reference, transaction_type, amount_xof, amount_sats,
      rate_xof_per_btc, status, channel, payment_id, payment_reference, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'W' || n, 'SELL_BITCOIN', 1000, 1600, 60000000, 'PENDING', 'MTN',
      gen_random_uuid(), 'P' || n, now() - n * interval '1 second', now() from generate_series(1, ${waiting}) as n`);
  await run(`insert into payout_reservations select transaction_id, 'payout', 'float', 1, created_at
    from transaction_monitoring where status = 'PENDING'`);
  await run("analyze");
  const pending = rules.filter(({ what }) => what === "pending-transaction");
  for (const rule of pending) {
    // The oldest alone, so that what is overdue is among them.
    expect(await measureOpenWork(database, rule)).toMatchObject([
      { by: "BUY_BITCOIN", open: 2, overdue: 1 },
      { by: "SELL_BITCOIN", open: 9_998, overdue: 0 },
    ]);
  }
  for (const rule of rules) {
    let read = 0;
    const reading = {
      async query(statement: CompiledQuery) {
        read = await rowsRead(made.url, statement);
        return [];
      },
    };
    await measureOpenWork(reading, {
      ...rule,
      ...(rule.oldestMax !== undefined && { oldestMax: 100 }),
    });
    // With what has ended among them, too.
    expect([rule.what, read < 200]).toEqual([rule.what, true]);
  }
});
