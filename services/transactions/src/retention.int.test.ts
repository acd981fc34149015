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
});
