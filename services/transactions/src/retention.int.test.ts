import { isDeepStrictEqual } from "node:util";
import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { startTransactions } from "./transactions.fixture.ts";

const running = await startTransactions({ env: { RATE_SOURCE: "closed" } });
afterAll(() => running.stop());

describe("retention", () => {
  it("deletes what is over also where the exchange has no rate and asks no market", async () => {
    await running.rowsOf(`insert into rate_history select gen_random_uuid(), 'market', 1, 0, 0,
      clock_timestamp() - age, clock_timestamp() - age
      from unnest(array[interval '91 days', interval '89 days']) as age`);
    await running.rowsOf(`insert into idempotency_keys
      select 'scope', age::text, '', gen_random_uuid(), '{}', clock_timestamp() - age
      from unnest(array[interval '31 days', interval '29 days']) as age`);
    // Retention begins with the start of a replica.
    const replica = await running.startReplica();
    const rows = () => running.rowsOf("select 1 from rate_history");
    await eventually("the older row is deleted", async () => (await rows()).length === 1);
    const keys = () => running.rowsOf("select key from idempotency_keys");
    await eventually("the older key is deleted", async () => (await keys()).length === 1);
    await replica.stop();

    expect(await rows()).toHaveLength(1);
    expect(await keys()).toEqual([{ key: "29 days" }]);
  });

  it("leaves a number's month as long as an order of it is open, which ends there also behind a later payment", async () => {
    const [number, transactionId] = ["number of somebody", newId<"TransactionId">()];
    const months =
      "insert into person_months values ($1, $2, $3, 0, clock_timestamp() - interval '63 days')";
    await running.rowsOf(months, [number, "2026-01", 10_000]);
    await running.rowsOf(months, [number, "2025-12", 0]);
    await running.rowsOf(
      `insert into order_persons (transaction_id, subject, month, amount_xof, is_counted)
       values ($1, $2, '2026-01', 10000, true)`,
      [transactionId, number],
    );
    const replica = await running.startReplica();
    const left = () =>
      running.rowsOf("select month from person_months where subject = $1", [number]);
    await eventually("the month in which nothing is open is deleted", async () => {
      return !(await left()).some((row) => isDeepStrictEqual(row, { month: "2025-12" }));
    });
    await replica.stop();

    await running.rowsOf("select hold_person_month($1, '2026-01')", [number]);
    await running.rowsOf("select end_for_person($1, false)", [transactionId]);
    const held = "select reserved_xof from person_months where subject = $1";
    expect(await running.rowsOf(held, [number])).toEqual([{ reserved_xof: 0n }]);
  });
});
