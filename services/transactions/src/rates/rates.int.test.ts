import { CreateQuote, CreateTransaction, FreezeRates, GetRates, ListRates } from "@sanu/contracts";
import { type CommandId, newId } from "@sanu/kernel";
import { deleteExpired } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { order } from "../orders.fixture.ts";
import { retentionRules } from "../retention.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { changeRates, type Rates } from "./change-rates.fixture.ts";

const running = await startTransactions({ env: { RATE_POLL_MS: "200" } });
afterAll(() => running.stop());

describe("the exchange's rates", () => {
  // Every test begins with the market's rate, and with nothing that anybody did before.
  beforeEach(async () => {
    await change({ spread_buy: 200, spread_sell: 200, manual_rate: null, frozen: false });
    await running.rowsOf("delete from rate_admin_actions");
    await running.rowsOf("delete from proposals");
    await running.rowsOf("delete from rate_history");
  });
  const change = (rates: Rates) => changeRates(running, rates);
  const freeze = (commandId: CommandId = newId()) =>
    running.request(FreezeRates, { commandId, by: newId<"AccountId">(), reason: "because" });
  const manual = (manual_rate: number, confirmed = false) => ({
    manual_rate,
    manual_minutes: 10,
    confirmed,
  });
  const rates = async () => {
    const result = await running.request(GetRates, {});
    return result.kind === "replied" ? result.data.rates : result;
  };
  const createRate = async () => {
    const result = await running.request(CreateTransaction, order({ amountXof: "100" }));
    if (result.kind !== "replied") return result;
    return JSON.parse(result.data.responseJson).transaction.exchange_rate;
  };
  const history = async (limit = 100, cursor: string | null = null) => {
    const result = await running.request(ListRates, { limit, cursor });
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data;
  };
  const quote = () =>
    running.request(CreateQuote, {
      commandId: newId<"CommandId">(),
      accountId: newId<"AccountId">(),
      transactionType: "SELL_BITCOIN",
      amount: { currency: "XOF", amountXof: "1000" },
      idempotency: null,
    });
  const unavailable = { kind: "refused", refusal: { code: "rate-unavailable" } };

  it("are told to everybody, with the moments between which they count", async () => {
    const quotedRates = await rates();

    expect(quotedRates).toMatchObject({ buy: 61_200_000, sell: 58_800_000, mid: 60_000_000 });
    if ("kind" in quotedRates) return;
    expect(Date.parse(quotedRates.valid_until) - Date.parse(quotedRates.as_of)).toBe(60_000);
    expect(await createRate()).toBe(61_200_000);
  });

  it("have the spreads that two administrators set, each on its own", async () => {
    await change({ spread_buy: 300 });
    expect(await rates()).toMatchObject({ buy: 61_800_000, sell: 58_800_000 });
    await change({ spread_sell: 0 });
    expect(await rates()).toMatchObject({ buy: 61_800_000, sell: 60_000_000 });
    expect(await createRate()).toBe(61_800_000);
  });

  it("are two administrators' for so long as they say, and the market's again behind that", async () => {
    await change(manual(61_000_000));
    expect(await rates()).toMatchObject({ mid: 61_000_000, buy: 62_220_000 });
    expect(await createRate()).toBe(62_220_000);

    await running.rowsOf("update rate_board set manual_until = clock_timestamp()");
    await eventually("the market counts", async () => (await createRate()) === 61_200_000);
    await change(manual(61_000_000));
    await change({ manual_rate: null });
    expect(await rates()).toMatchObject({ mid: 60_000_000 });
  });

  it("are not moved far by a slip of the hand, but by one that is confirmed", async () => {
    const tooFar = { kind: "refused", refusal: { code: "rate-too-far" } };
    expect(await change(manual(6_000_000))).toEqual(tooFar);
    expect(await change(manual(600_000_000))).toEqual(tooFar);
    expect(await createRate()).toBe(61_200_000);
    expect(await running.rowsOf("select 1 from proposals")).toEqual([]);

    await change(manual(90_000_000, true));
    expect(await rates()).toMatchObject({ mid: 90_000_000 });
  });

  it("are nobody's outside of the bands, confirmed or not, and the fields are named", async () => {
    const outside = { ...manual(2, true), spread_buy: 1_001, spread_sell: 9_999 };
    expect(await change(outside)).toEqual({
      kind: "refused",
      refusal: {
        code: "validation-failed",
        fields: {
          spread_buy: ["outside-band"],
          spread_sell: ["outside-band"],
          manual_rate: ["outside-band"],
        },
      },
    });
    expect(await change(manual(1, true))).toMatchObject({
      refusal: { fields: { manual_rate: ["outside-band"] } },
    });
    expect(await running.rowsOf("select 1 from proposals")).toEqual([]);
    expect(await createRate()).toBe(61_200_000);
  });

  it("are none where a row outside of the bands stands, for quotes and for orders", async () => {
    await running.rowsOf(`update rate_board set manual_xof_per_btc = 2, manual_since = clock_timestamp(),
      manual_until = clock_timestamp() + interval '1 hour'`);
    await eventually("the board was read", async () => (await createRate())?.kind === "refused");
    expect([await rates(), await quote(), await createRate()]).toEqual([
      unavailable,
      unavailable,
      unavailable,
    ]);
    await change({ manual_rate: null, spread_buy: 100 });
    expect(await createRate()).toBe(60_600_000);
  });

  it("are none while they are frozen, on every replica", async () => {
    const replica = await running.startReplica();
    try {
      expect(await freeze()).toMatchObject({
        data: { rules: { frozen: true }, rates: null },
      });
      const answers = await eventually("every replica knows", async () => {
        const all = await Promise.all(Array.from({ length: 10 }, createRate));
        return all.every((each) => typeof each === "object") && all;
      });
      expect(new Set(answers.map((each) => JSON.stringify(each)))).toEqual(
        new Set([JSON.stringify(unavailable)]),
      );
      expect(await rates()).toEqual(unavailable);

      await change({ frozen: false });
      await eventually("it thaws", async () => {
        const all = await Promise.all(Array.from({ length: 10 }, createRate));
        return all.every((each) => each === 61_200_000);
      });
    } finally {
      await replica.stop();
    }
  });

  it("are frozen by one person, once for each command, and thawed by two", async () => {
    const commandId = newId<"CommandId">();
    await freeze(commandId);
    await change({ frozen: false });
    await freeze(commandId);
    expect(await rates()).toMatchObject({ buy: 61_200_000 });
    const actions = await running.rowsOf(
      "select what, reason from rate_admin_actions order by acted_at",
    );
    expect(actions).toMatchObject([
      { what: { frozen: true }, reason: "because" },
      { what: { frozen: false, approved_by: expect.any(String) }, reason: "because" },
    ]);
  });

  it("have a history, one row for as long as a rate stood, page by page", async () => {
    await eventually("it has begun", async () => (await history()).rows.length === 1);
    for (const mid of [61_000_000, 62_000_000, 63_000_000]) await change(manual(mid));
    const { rows, nextCursor } = await history();
    expect(rows.map(({ mid }) => mid)).toEqual([63_000_000, 62_000_000, 61_000_000, 60_000_000]);
    expect(rows[0]).toMatchObject({ buy: 64_260_000, sell: 61_740_000 });
    expect(nextCursor).toBeNull();

    const first = await history(3);
    await change(manual(64_000_000));
    const second = await history(3, first.nextCursor);
    expect([...first.rows, ...second.rows].map(({ mid }) => mid)).toEqual([
      63_000_000, 62_000_000, 61_000_000, 60_000_000,
    ]);
    expect(await running.request(ListRates, { limit: 3, cursor: "none of ours" })).toEqual({
      kind: "refused",
      refusal: { code: "validation-failed", fields: { cursor: ["invalid"] } },
    });
  });

  it("do not stretch over a time in which there was none", async () => {
    await eventually("it has begun", async () => (await history()).rows.length === 1);
    await running.rowsOf(`update rate_history set from_at = from_at - interval '1 hour',
      until_at = from_at - interval '30 minutes'`);
    await eventually("a new row begins", async () => (await history()).rows.length === 2);
    const { rows } = await history();

    expect(rows[0]?.mid).toBe(rows[1]?.mid);
  });

  it("are forgotten when they are older than history is kept", async () => {
    await eventually("it has begun", async () => (await history()).rows.length === 1);
    await running.rowsOf(`insert into rate_history select gen_random_uuid(), 'market', 1, 0, 0,
      clock_timestamp() - interval '91 days', clock_timestamp() - interval '91 days'
      from generate_series(1, 5)`);
    const day = 86_400_000;
    const [rule] = retentionRules({
      rateHistoryKeptMs: 90 * day,
      quoteKeptMs: day,
      idempotencyKeptMs: day,
    });
    if (rule?.table !== "rate_history") throw new Error("The first rule is another one");
    // Where the machine stood still, another row has begun beside the first.
    const kept = async () => {
      const mids = (await history()).rows.map(({ mid }) => mid);
      return {
        old: mids.filter((mid) => mid === 1).length,
        isCurrentThere: mids.some((mid) => mid > 1),
      };
    };
    expect(await deleteExpired(running.database, { ...rule, batchRowsMax: 3 })).toBe(3);
    expect(await kept()).toEqual({ old: 2, isCurrentThere: true });
    expect(await deleteExpired(running.database, { ...rule, batchRowsMax: 3 })).toBe(2);
    expect(await kept()).toEqual({ old: 0, isCurrentThere: true });
  });
});
