import {
  CreateQuote,
  CreateTransaction,
  QuoteResponse,
  type QuoteView,
  type RequestInput,
} from "@sanu/contracts";
import { type AccountId, newId, type QuoteId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { order } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions({
  env: { SALES: "open", RATE_POLL_MS: "60000", RATE_STALE_AFTER_MS: "600000" },
  overrides: { lookMs: 100 },
});

afterAll(() => running.stop());

describe("a quote", () => {
  let accountId: AccountId;
  beforeEach(async () => {
    accountId = newId<"AccountId">();
    await market("60000000");
  });

  const amountOf = (amountXof: string) => ({ currency: "XOF", amountXof }) as const;
  const request = (changes: Partial<RequestInput<typeof CreateQuote>> = {}) =>
    running.request(CreateQuote, {
      commandId: newId<"CommandId">(),
      accountId,
      transactionType: "BUY_BITCOIN",
      amount: amountOf("10000"),
      idempotency: null,
      ...changes,
    });
  const quote = async (
    changes: Partial<RequestInput<typeof CreateQuote>> = {},
  ): Promise<QuoteView & { readonly id: QuoteId }> => {
    const result = await request(changes);
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    const { quote: made } = QuoteResponse.parse(JSON.parse(result.data.responseJson)).data;
    return { ...made, id: made.id as QuoteId };
  };
  const buy = (quoteId: QuoteId, changes: Partial<RequestInput<typeof CreateTransaction>> = {}) =>
    running.request(CreateTransaction, order({ accountId, quoteId, ...changes }));
  const rateOf = (result: Awaited<ReturnType<typeof buy>>) =>
    result.kind === "replied"
      ? JSON.parse(result.data.responseJson).transaction.exchange_rate
      : result.kind === "refused" && result.refusal.code;
  /** The market moves, and the service knows. */
  const market = async (mid: string) => {
    await running.rowsOf("update rate_board set mid_xof_per_btc = $1, is_frozen = false", [mid]);
    await eventually("the rate is known", async () => {
      const { exchange_rate: rate } = await quote().catch(() => ({ exchange_rate: 0 }));
      return rate === (Number(mid) * 102) / 100;
    });
  };
  const expire = ({ id }: QuoteView) =>
    running.rowsOf("update quotes set expires_at = clock_timestamp() where quote_id = $1", [id]);

  it("says both amounts, the rate, what of them are fees, and until when that holds", async () => {
    const made = await quote();

    expect(made).toMatchObject({
      type: "BUY_BITCOIN",
      amount: 10_000,
      currency_code: "XOF",
      amount_sats: "16339 SATS",
      exchange_rate: 61_200_000,
      fees: [
        { kind: "spread", amount: 187, included: true },
        { kind: "network", amount: 10, included: true },
      ],
    });
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(300_000);
  });

  it("starts from either side, in either direction", async () => {
    const sats = { currency: "SATS", amountSats: "16339" } as const;

    expect(await quote({ amount: sats })).toMatchObject({
      amount: 10_000,
      amount_sats: "16339 SATS",
    });
    expect(await quote({ transactionType: "SELL_BITCOIN", amount: sats })).toMatchObject({
      amount: 9_607,
      amount_sats: "16339 SATS",
      exchange_rate: 58_800_000,
    });
  });

  it("keeps to the bounds of an order", async () => {
    expect(await request({ amount: amountOf("99") })).toMatchObject({
      refusal: { code: "amount-below-minimum", params: { minimumXof: "100" } },
    });
    expect(await request({ amount: amountOf("1000001") })).toMatchObject({
      refusal: { code: "amount-above-maximum", params: { maximumXof: "1000000" } },
    });
    const dust = { currency: "SATS", amountSats: "1" } as const;
    expect(await request({ transactionType: "SELL_BITCOIN", amount: dust })).toMatchObject({
      refusal: { code: "amount-below-minimum" },
    });
  });

  it("holds its rate while the market moves, and while new ones are frozen", async () => {
    const [first, second] = [await quote(), await quote()];
    await market("63000000");
    expect(rateOf(await buy(first.id))).toBe(61_200_000);

    await running.rowsOf("update rate_board set is_frozen = true");
    await eventually("nothing new is quoted", async () => {
      const result = await request();
      return result.kind === "refused" && result.refusal.code === "rate-unavailable";
    });
    expect(rateOf(await buy(second.id))).toBe(61_200_000);
    expect(rateOf(await running.request(CreateTransaction, order({ accountId })))).toBe(
      "rate-unavailable",
    );
  });

  it("that was made and whose answer was lost is the answer when the gateway asks again, also once nothing new is quoted", async () => {
    const commandId = newId<"CommandId">();
    const made = await quote({ commandId });
    await running.rowsOf("update rate_board set is_frozen = true");
    await eventually("nothing new is quoted", async () => (await request()).kind === "refused");
    expect(await quote({ commandId })).toEqual(made);
    expect(await request({ commandId, accountId: newId<"AccountId">() })).toMatchObject({
      refusal: { code: "rate-unavailable" },
    });
  });

  it("holds for a sale too, whose sats are those of the quote", async () => {
    const sale = { transactionType: "SELL_BITCOIN" } as const;
    const made = await quote(sale);
    await market("63000000");
    const result = await buy(made.id, sale);
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));

    expect(JSON.parse(result.data.responseJson).transaction).toMatchObject({
      type: "SELL_BITCOIN",
      exchange_rate: 58_800_000,
      amount_sats: made.amount_sats,
    });
  });

  it("is named in the public fact of its order", async () => {
    const made = await quote();
    expect(rateOf(await buy(made.id))).toBe(61_200_000);
    const facts = await running.rowsOf<{ quote: string }>(
      `select public_data::jsonb ->> 'quoteId' as quote from events
       where public_type like 'sanu.transactions.TransactionCreated.%'
       and public_data::jsonb ->> 'accountId' = $1`,
      [accountId],
    );

    expect(facts).toEqual([{ quote: made.id }]);
  });

  it("is not refused to a copy of the order that used it, whose commit is still under way", async () => {
    const { id } = await quote();
    const keyed = { idempotency: { key: newId<string>(), bodyHash: "hash" } };
    const isExpired = async () => {
      const text = "select from quotes where quote_id = $1 and expires_at <= clock_timestamp()";
      return (await running.rowsOf(text, [id])).length > 0;
    };
    const untilWaiting = (orders: number) =>
      eventually("they wait for locks", async () => {
        const text = `select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock'`;
        return (await running.rowsOf(text)).length === orders;
      });
    const tries: ReturnType<typeof buy>[] = [];
    const held = running.database.transaction(async (session) => {
      // Her month is locked, so that the first try cannot commit.
      const text = "insert into allowances values ($1, $2, 0, 0)";
      await session.query(CompiledQuery.raw(text, [accountId, "2026-11"]));
      await running.rowsOf(
        "update quotes set expires_at = clock_timestamp() + interval '2 s' where quote_id = $1",
        [id],
      );
      tries.push(buy(id, keyed));
      await untilWaiting(1);
      await eventually("the quote is over", isExpired);
      tries.push(buy(id, keyed));
      await untilWaiting(2);
      throw new Error("let go");
    });
    await expect(held).rejects.toThrow("let go");
    const [first, copy] = await Promise.all(tries);

    expect(first).toMatchObject({ kind: "replied", data: { replayed: false } });
    expect(copy).toMatchObject({ kind: "replied", data: { replayed: true } });
  });

  it("is used once, however many orders name it at the same time", async () => {
    const { id } = await quote();
    const results = await Promise.all(Array.from({ length: 12 }, () => buy(id)));
    const outcomes = results.map(rateOf);

    expect(outcomes.filter((each) => each === 61_200_000)).toHaveLength(1);
    expect(outcomes.filter((each) => each === "quote-already-used")).toHaveLength(11);
    const [row] = await running.rowsOf<{ orders: number; reserved: bigint }>(
      `select count(*)::int as orders, sum(reserved_xof)::bigint as reserved
       from allowances join transaction_list using (account_id) where account_id = $1`,
      [accountId],
    );
    expect(row).toEqual({ orders: 1, reserved: 10_000n });
  });

  it("is used by the order that asks again, and by a refused order not at all", async () => {
    const { id } = await quote();
    expect(rateOf(await buy(id, { number: "12" }))).toBe("validation-failed");
    const asked = order({ accountId, quoteId: id });
    const answers = [
      await running.request(CreateTransaction, asked),
      await running.request(CreateTransaction, asked),
    ];

    expect(answers.map(rateOf)).toEqual([61_200_000, 61_200_000]);
    expect(rateOf(await buy(id))).toBe("quote-already-used");
  });

  it("is left to another order when the month has no room for the first", async () => {
    const dear = await quote({ amount: amountOf("200000") });
    await running.request(CreateTransaction, order({ accountId, amountXof: "100" }));
    expect(rateOf(await buy(dear.id, { amountXof: "200000" }))).toBe("limit-exceeded");

    const [row] = await running.rowsOf("select transaction_id from quotes where quote_id = $1", [
      dear.id,
    ]);
    expect(row).toEqual({ transaction_id: null });
  });

  it("is for its own type and amount", async () => {
    const { id } = await quote();

    expect(rateOf(await buy(id, { amountXof: "10001" }))).toBe("quote-mismatch");
    expect(rateOf(await buy(id, { transactionType: "SELL_BITCOIN" }))).toBe("quote-mismatch");
    expect(rateOf(await buy(id))).toBe(61_200_000);
  });

  it("ends, by the database's clock", async () => {
    const made = await quote();
    await expire(made);

    expect(rateOf(await buy(made.id))).toBe("quote-expired");
    const used = await quote();
    await buy(used.id);
    await expire(used);
    expect(rateOf(await buy(used.id))).toBe("quote-already-used");
  });

  it("is nobody else's: theirs and none look the same", async () => {
    const { id } = await quote();
    const stranger = newId<"AccountId">();
    const theirs = await buy(id, { accountId: stranger });
    const none = await buy(newId<"QuoteId">(), { accountId: stranger });

    expect(theirs).toEqual({ kind: "refused", refusal: { code: "not-found" } });
    expect(none).toEqual(theirs);
  });

  it("is the same one for the same key, and for the same command", async () => {
    const idempotency = { key: newId() as string, bodyHash: "a" };
    const copies = await Promise.all(Array.from({ length: 6 }, () => request({ idempotency })));
    const texts = copies.map((each) => each.kind === "replied" && each.data.responseJson);
    expect(new Set(texts).size).toBe(1);
    expect(copies.filter((each) => each.kind === "replied" && !each.data.replayed)).toHaveLength(1);
    expect(await request({ idempotency: { ...idempotency, bodyHash: "b" } })).toMatchObject({
      refusal: { code: "idempotency-key-reused" },
    });

    const commandId = newId<"CommandId">();
    expect(await request({ commandId })).toEqual(await request({ commandId }));
    const keyed = { commandId: newId<"CommandId">(), idempotency: { key: "k", bodyHash: "a" } };
    expect(await request(keyed)).toEqual(await request(keyed));
  });
});
