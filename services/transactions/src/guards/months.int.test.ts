import { CreateTransaction, GetRemaining } from "@sanu/contracts";
import { type AccountId, type Instant, instant, newId } from "@sanu/kernel";
import { randomFrom, testSeed } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { complete, order, place, placedOf, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

/** Porto-Novo is an hour ahead of UTC: its December begins here. */
const newMonth = instant("2026-11-30T23:00:00.000000Z");
const lastMoment = instant("2026-11-30T22:59:59.999999Z");
const newYear = instant("2026-12-31T23:00:00.000000Z");

const running = await startTransactions({
  env: { OPEN_TRANSACTIONS_MAX: "1000", CHANNEL_BOUNDS_XOF: "MOOV_BENIN=200-5000" },
});

afterAll(() => running.stop());

describe("a person's month", () => {
  const monthsOf = (accountId: AccountId) =>
    running.rowsOf(
      "select month, reserved_xof, used_xof from allowances where account_id = $1 order by month",
      [accountId],
    );
  const remaining = async (accountId: AccountId) => {
    const result = await running.request(GetRemaining, { accountId });
    return result.kind === "replied" ? result.data.remaining : result;
  };
  const at = (moment: Instant) => running.clock.set(moment);
  const row = (month: string, reserved: bigint, used: bigint) => ({
    month,
    reserved_xof: reserved,
    used_xof: used,
  });

  it("ends at midnight of the business time zone, to the microsecond", async () => {
    const accountId = newId<"AccountId">();
    at(lastMoment);
    await place(running, { accountId, amountXof: "200000" });
    expect(await remaining(accountId)).toBe(0);
    at(newMonth);
    expect(await remaining(accountId)).toBe(100);
    await place(running, { accountId, amountXof: "50000" });

    expect(await monthsOf(accountId)).toEqual([
      row("2026-11", 200_000n, 0n),
      row("2026-12", 50_000n, 0n),
    ]);
    expect(await remaining(accountId)).toBe(75);
  });

  it("is the one of the order also when money comes, or does not, in a later month or year", async () => {
    const accountId = newId<"AccountId">();
    at(lastMoment);
    const november = [
      await place(running, { accountId, amountXof: "120000" }),
      await place(running, { accountId, amountXof: "80000" }),
    ];
    at(newMonth);
    const december = await place(running, { accountId, amountXof: "150000" });
    const [paid, unpaid] = november;
    if (paid === undefined || unpaid === undefined) throw new Error("Nothing was placed");
    await complete(running, paid);
    await said.failed(running, unpaid);
    await reached(running, unpaid, "FAILED");
    // What November gives back is not December's to spend.
    expect(await remaining(accountId)).toBe(25);
    at(newYear);
    await said.failed(running, december);
    await reached(running, december, "FAILED");

    expect(await monthsOf(accountId)).toEqual([
      row("2026-11", 0n, 120_000n),
      row("2026-12", 0n, 0n),
    ]);
    expect(await remaining(accountId)).toBe(100);
  });

  it("is never exceeded by orders that fall on both sides of midnight at once", async () => {
    const seed = testSeed();
    const random = randomFrom(seed);
    const accountId = newId<"AccountId">();
    const results = await Promise.all(
      Array.from({ length: 60 }, () => {
        at(random() < 0.5 ? lastMoment : newMonth);
        return running.request(CreateTransaction, order({ accountId, amountXof: "30000" }));
      }),
    );
    const taken = results.flatMap((each) =>
      each.kind === "replied" ? [placedOf(accountId, each.data.responseJson)] : [],
    );
    const months = await monthsOf(accountId);

    expect([seed, taken.length]).toEqual([seed, months.length * 6]);
    for (const month of months) expect(month).toMatchObject({ reserved_xof: 180_000n });
  });

  it("is not touched by an order that its channel cannot carry", async () => {
    const accountId = newId<"AccountId">();
    const number = "+2290195000001";
    const by = (amountXof: string) =>
      running.request(
        CreateTransaction,
        order({ accountId, number, amountXof, channel: "MOOV_BENIN" }),
      );

    expect(await by("199")).toMatchObject({
      refusal: { code: "amount-below-minimum", params: { minimumXof: "200" } },
    });
    expect(await by("5001")).toMatchObject({
      refusal: { code: "amount-above-maximum", params: { maximumXof: "5000" } },
    });
    expect(await monthsOf(accountId)).toEqual([]);
    expect((await by("5000")).kind).toBe("replied");
    expect((await place(running, { amountXof: "5001", channel: "MTN_OPEN" })).answer.provider).toBe(
      "MTN_OPEN",
    );
  });
});
