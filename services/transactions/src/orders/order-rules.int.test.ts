import { isDeepStrictEqual } from "node:util";
import { CreateTransaction, GetRemaining, type RequestInput } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { complete, order, place, placedOf, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions();
afterAll(() => running.stop());

describe("the rules of an order", () => {
  const refusalOf = async (changes: Partial<RequestInput<typeof CreateTransaction>>) => {
    const result = await running.request(CreateTransaction, order(changes));
    return result.kind === "refused" ? result.refusal : result;
  };

  it("names every broken field at once", async () => {
    expect(await refusalOf({ receiver: "nobody", number: "12" })).toEqual({
      code: "validation-failed",
      fields: { receiver_address: ["invalid-receiver"], number: ["invalid-phone-number"] },
    });
    expect(await refusalOf({ number: null })).toEqual({
      code: "validation-failed",
      fields: { number: ["required"] },
    });
    expect(await refusalOf({ number: "+33612345678" })).toEqual({
      code: "validation-failed",
      fields: { number: ["unsupported-country"] },
    });
  });

  it("says the bounds of an amount", async () => {
    expect(await refusalOf({ amountXof: "99" })).toEqual({
      code: "amount-below-minimum",
      params: { minimumXof: "100" },
    });
    expect(await refusalOf({ amountXof: "1000001" })).toEqual({
      code: "amount-above-maximum",
      params: { maximumXof: "1000000" },
    });
  });

  it("takes no sale where the deployment takes none", async () => {
    const closed = await startTransactions({ env: { SALES: "closed" } });
    const asked = order({ transactionType: "SELL_BITCOIN" });
    expect(await closed.request(CreateTransaction, asked)).toMatchObject({
      refusal: { code: "provider-unavailable" },
    });
    await closed.stop();
  });

  it("takes no order that nobody may have, but answers again for one that was placed before", async () => {
    const buying = order({ idempotency: { key: newId(), bodyHash: "same" } });
    const unnamed = order();
    const codes = async () => {
      const asked = [order(), order({ transactionType: "SELL_BITCOIN" })].map((each) =>
        running.request(CreateTransaction, each),
      );
      return (await Promise.all(asked)).map((each) =>
        each.kind === "refused" ? each.refusal.code : each.kind,
      );
    };
    expect(await running.request(CreateTransaction, buying)).toMatchObject({ kind: "replied" });
    const first = await running.request(CreateTransaction, unnamed);
    expect(first).toMatchObject({ kind: "replied" });
    running.closedChannels.push("MTN_OPEN");
    const closed = ["provider-unavailable", "provider-unavailable"];
    await eventually("nobody may have them", async () => `${await codes()}` === `${closed}`);
    expect((await place(running, { channel: "MOOV_BENIN" })).answer.provider).toBe("MOOV_BENIN");
    expect(
      await running.request(CreateTransaction, { ...buying, commandId: newId<"CommandId">() }),
    ).toMatchObject({ kind: "replied", data: { replayed: true } });
    // The gateway asks again where the first answer was lost; a client without a key would order, and pay, once more.
    expect(await running.request(CreateTransaction, unnamed)).toEqual(first);
    running.closedChannels.length = 0;
    await eventually("somebody may", async () => (await codes())[0] === "replied");
  });

  it("takes no sale while no node can have its invoice made, and purchases all the same", async () => {
    const code = async () => {
      const asked = order({ transactionType: "SELL_BITCOIN" });
      const answer = await running.request(CreateTransaction, asked);
      return answer.kind === "refused" ? answer.refusal.code : answer.kind;
    };
    expect(await code()).toBe("replied");
    running.closedChannels.push("LIGHTNING");
    await eventually("nobody may have it", async () => (await code()) === "provider-unavailable");
    expect((await place(running)).answer.provider).toBe("MTN_OPEN");
    running.closedChannels.length = 0;
    await eventually("somebody may", async () => (await code()) === "replied");
  });

  it("takes no purchase to a receiver of a kind to which no node may send, and all others", async () => {
    const code = async (changes: object) => {
      const answer = await running.request(CreateTransaction, order(changes));
      return answer.kind === "refused" ? answer.refusal.code : answer.kind;
    };
    const onchain = { receiver: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", amountXof: "50000" };
    expect(await code(onchain)).toBe("replied");
    running.closedChannels.push("onchain");
    await eventually(
      "nobody may have it",
      async () => (await code(onchain)) === "provider-unavailable",
    );
    expect(await code({})).toBe("replied");
    expect(await code({ transactionType: "SELL_BITCOIN" })).toBe("replied");
    running.closedChannels.length = 0;
    await eventually("somebody may", async () => (await code(onchain)) === "replied");
  });

  it("takes no amount that is beyond every provider of its channel, and says which one would be", async () => {
    running.bounds.push({ channel: "MTN_OPEN", amountXofMin: "500", amountXofMax: "700" });
    const below = { code: "amount-below-minimum", params: { minimumXof: "500" } };
    await eventually("they are known", async () =>
      isDeepStrictEqual(await refusalOf({ amountXof: "499" }), below),
    );
    expect(await refusalOf({ amountXof: "701", transactionType: "SELL_BITCOIN" })).toEqual({
      code: "amount-above-maximum",
      params: { maximumXof: "700" },
    });
    await place(running, { amountXof: "701", channel: "MOOV_BENIN" });
    running.bounds.length = 0;
    await eventually("they are no more", async () => "data" in (await refusalOf({})));
  });

  it("takes a wanted channel of the number's country and no other", async () => {
    expect((await place(running, { channel: "MOOV_BENIN" })).answer.provider).toBe("MOOV_BENIN");
    expect(await refusalOf({ channel: "ORANGE_CI" })).toEqual({
      code: "provider-not-available-for-number",
      params: { available: "MTN_OPEN, MOOV_BENIN, CELTIIS_BENIN" },
    });
  });

  it("never lets 200 simultaneous orders of one person exceed the month together", async () => {
    const replica = await startTransactions({ env: { OPEN_TRANSACTIONS_MAX: "1000" } });
    try {
      const accountId = newId<"AccountId">();
      // Who is not answered in time asks again under the same key, as the gateway's clients do.
      const answered = (asked: RequestInput<typeof CreateTransaction>) =>
        eventually("the order is answered", async () => {
          const result = await replica.request(CreateTransaction, asked);
          return result.kind !== "unavailable" && result;
        });
      const results = await Promise.all(
        Array.from({ length: 200 }, () => {
          const idempotency = { key: newId(), bodyHash: "hash" };
          return answered(order({ accountId, amountXof: "7000", idempotency }));
        }),
      );
      const refused = results.filter((result) => result.kind === "refused");

      expect(results.filter((result) => result.kind === "replied")).toHaveLength(28);
      expect(refused).toHaveLength(172);
      expect(new Set(refused.map((one) => one.refusal.code))).toEqual(new Set(["limit-exceeded"]));
      expect(
        await replica.rowsOf(
          "select reserved_xof, used_xof from allowances where account_id = $1",
          [accountId],
        ),
      ).toEqual([{ reserved_xof: 196_000n, used_xof: 0n }]);
      const streams = await replica.rowsOf("select 1 from events");
      expect(streams).toHaveLength(28);
      expect(await replica.request(GetRemaining, { accountId })).toMatchObject({
        data: { remaining: 2 },
      });
    } finally {
      await replica.stop();
    }
  });

  it("lets a person have ten open transactions, and another one when one has ended", async () => {
    const accountId = newId<"AccountId">();
    const results = await Promise.all(
      Array.from({ length: 30 }, () =>
        running.request(CreateTransaction, order({ accountId, amountXof: "100" })),
      ),
    );
    expect(results.filter((result) => result.kind === "replied")).toHaveLength(10);
    expect(await refusalOf({ accountId })).toEqual({
      code: "too-many-open-transactions",
      params: { openMax: "10" },
    });

    const first = results.find((result) => result.kind === "replied");
    const placed = placedOf(accountId, first?.data.responseJson ?? "");
    await said.failed(running, placed);
    await reached(running, placed, "FAILED");
    await place(running, { accountId });
  });

  it("consumes and releases the month of the order, whenever that happens", async () => {
    const month = (accountId: string) =>
      running.rowsOf("select month, reserved_xof, used_xof from allowances where account_id = $1", [
        accountId,
      ]);
    const accountId = newId<"AccountId">();
    const [paid, unpaid] = [
      await place(running, { accountId }),
      await place(running, { accountId }),
    ];
    expect(await month(accountId)).toEqual([
      { month: "2026-11", reserved_xof: 20_000n, used_xof: 0n },
    ]);

    running.clock.advanceMs(20 * 86_400_000);
    await complete(running, paid);
    await said.failed(running, unpaid);
    await reached(running, unpaid, "FAILED");

    expect(await month(accountId)).toEqual([
      { month: "2026-11", reserved_xof: 0n, used_xof: 10_000n },
    ]);
    expect(await running.request(GetRemaining, { accountId })).toMatchObject({
      data: { remaining: 100 },
    });
  });

  it("refuses every order while no rate can be trusted", async () => {
    const closed = await startTransactions({ env: { RATE_SOURCE: "closed" } });
    try {
      expect(await closed.request(CreateTransaction, order())).toEqual({
        kind: "refused",
        refusal: { code: "rate-unavailable" },
      });
    } finally {
      await closed.stop();
    }
  });
});
