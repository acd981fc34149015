import {
  GetFlashback,
  GetResume,
  ListTransactions,
  type RequestInput,
  type TransactionListItemView,
} from "@sanu/contracts";
import { type AccountId, instant, newId } from "@sanu/kernel";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { complete, place, reached, said, unfiltered } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const dayMs = 86_400_000;
const start = instant("2026-11-21T10:00:00.000000Z");

const running = await startTransactions({ monthlyLimitsXof: [10_000_000n] });
afterAll(() => running.stop());

describe("what a person sees", () => {
  let accountId: AccountId;

  beforeEach(() => {
    running.clock.set(start);
    accountId = newId<"AccountId">();
  });

  const list = async (changes: Partial<RequestInput<typeof ListTransactions>> = {}) => {
    const result = await running.request(ListTransactions, {
      accountId,
      language: "fr",
      ...unfiltered,
      ...changes,
    });
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data;
  };
  const refs = (items: readonly TransactionListItemView[]) => items.map((item) => item.reference);
  const placeAt = async (time: string, amountXof = "1000") => {
    running.clock.set(instant(time));
    return place(running, { accountId, amountXof });
  };
  const flashback = async (changes: { month?: string; language?: "fr" | "en" } = {}) => {
    const result = await running.request(GetFlashback, {
      accountId,
      language: "fr",
      month: null,
      ...changes,
    });
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data.data;
  };

  describe("in the list", () => {
    it("is one line for each order, with dates as people read them", async () => {
      const { answer, transactionId } = await place(running, { accountId });
      const line = {
        id: transactionId,
        reference: answer.transaction.reference,
        type: "BUY_BITCOIN",
        amount_xof: "10000XOF",
        exchange_rate: 61_200_000,
        amount_sats: "16339 SATS",
        status: "PENDING",
        created_at: "21 novembre 2026",
        updated_at: "21 novembre 2026",
      };

      expect(await list()).toEqual({ transactions: [line], nextCursor: null });
      expect((await list({ language: "en" })).transactions).toEqual([
        { ...line, created_at: "21 November 2026", updated_at: "21 November 2026" },
      ]);
    });

    it("dates an order by the business calendar and its last change", async () => {
      const placed = await placeAt("2026-11-30T23:30:00.000000Z");
      running.clock.advanceMs(dayMs);
      await said.failed(running, placed);
      await reached(running, placed, "FAILED");

      expect((await list()).transactions).toMatchObject([
        { created_at: "1er décembre 2026", updated_at: "2 décembre 2026" },
      ]);
    });

    it("comes in pages, newest first, that stay whole while orders arrive and share moments", async () => {
      const times = ["10:00:00", "10:00:00", "10:00:00", "10:00:01", "10:00:02"];
      const placed = [];
      for (const time of times) placed.push(await placeAt(`2026-11-21T${time}.000000Z`));
      const expected = placed
        .toSorted((one, other) => {
          const [a, b] = [one.answer.transaction, other.answer.transaction];
          if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
          return a.id < b.id ? 1 : -1;
        })
        .map((one) => one.answer.transaction.reference);

      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list({ limit: 2, cursor });
        seen.push(...refs(page.transactions));
        cursor = page.nextCursor;
        if (seen.length === 2) await placeAt("2026-11-21T11:00:00.000000Z");
      } while (cursor !== null);

      expect(seen).toEqual(expected);
    });

    it("has no next page behind a full last one", async () => {
      await place(running, { accountId });
      await place(running, { accountId });

      expect((await list({ limit: 2 })).nextCursor).toBeNull();
    });

    it("is filtered by status, kind and days of the business calendar", async () => {
      // In Porto-Novo, an hour ahead of UTC, the second of these is already the next day.
      const early = await placeAt("2026-11-20T22:59:59.000000Z");
      const late = await placeAt("2026-11-20T23:00:00.000000Z");
      await said.failed(running, early);
      await reached(running, early, "FAILED");
      const [first, second] = [early, late].map((one) => one.answer.transaction.reference);

      expect(refs((await list({ status: "FAILED" })).transactions)).toEqual([first]);
      expect(refs((await list({ status: "PENDING" })).transactions)).toEqual([second]);
      expect(refs((await list({ transactionType: "SELL_BITCOIN" })).transactions)).toEqual([]);
      expect(refs((await list({ toDay: "2026-11-20" })).transactions)).toEqual([first]);
      expect(refs((await list({ fromDay: "2026-11-21" })).transactions)).toEqual([second]);
      const oneDay = { fromDay: "2026-11-20", toDay: "2026-11-21" };
      expect(refs((await list(oneDay)).transactions)).toEqual([second, first]);
    });

    it("refuses cursors and days that are none", async () => {
      for (const broken of [{ cursor: "x" }, { fromDay: "2026-02-30" }, { toDay: "yesterday" }]) {
        await expect(list(broken)).rejects.toThrow("validation-failed");
      }
    });

    it("shows nobody else's orders", async () => {
      await place(running);

      expect(await list()).toEqual({ transactions: [], nextCursor: null });
    });
  });

  describe("in the resume", () => {
    const resume = async () => {
      const result = await running.request(GetResume, { accountId });
      if (result.kind !== "replied") throw new Error(JSON.stringify(result));
      return result.data.data;
    };
    const none = { count: 0, amount_xof: "0 XOF" };

    it("is nothing before the first order", async () => {
      expect(await resume()).toEqual({
        total_transactions: 0,
        by_status: { PENDING: none, PROCESSING: none, COMPLETED: none, FAILED: none },
      });
    });

    it("counts each order in the status it is in, when facts come twice too", async () => {
      const placed = await Promise.all(
        ["1000", "2000", "4000", "8000"].map((amountXof) =>
          place(running, { accountId, amountXof }),
        ),
      );
      const [, paid, completed, failed] = placed;
      if (paid === undefined || completed === undefined || failed === undefined) return;
      await said.completed(running, paid, "2000");
      await said.completed(running, paid, "2000");
      await complete(running, completed);
      await said.failed(running, failed);
      await said.failed(running, failed);
      await reached(running, failed, "FAILED");
      await reached(running, paid, "PROCESSING");

      expect(await resume()).toEqual({
        total_transactions: 4,
        by_status: {
          PENDING: { count: 1, amount_xof: "1000 XOF" },
          PROCESSING: { count: 1, amount_xof: "2000 XOF" },
          COMPLETED: { count: 1, amount_xof: "4000 XOF" },
          FAILED: { count: 1, amount_xof: "8000 XOF" },
        },
      });
    });
  });

  describe("in the flashback", () => {
    const completeAt = async (time: string, amountXof = "1000") => {
      await complete(running, await placeAt(time, amountXof));
    };

    it("is nothing for a month without a completed transaction", async () => {
      await place(running, { accountId });

      expect(await flashback()).toEqual({
        total_transactions: 0,
        total_buy: 0,
        total_sell: "0 SATS",
        streak: "0 jour",
        date_month: "novembre 2026",
        volume: "0",
      });
    });

    it("adds up what was completed in each month of the business calendar", async () => {
      await completeAt("2026-11-29T10:00:00.000000Z", "1000");
      await completeAt("2026-11-30T10:00:00.000000Z", "2500");
      // Half past midnight on the first of December in Porto-Novo.
      await completeAt("2026-11-30T23:30:00.000000Z", "4000");

      expect(await flashback()).toMatchObject({
        total_transactions: 1,
        total_buy: 4_000,
        volume: "4000",
        date_month: "décembre 2026",
        streak: "3 jours",
      });
      expect(await flashback({ month: "2026-11", language: "en" })).toMatchObject({
        total_transactions: 2,
        total_buy: 3_500,
        volume: "3500",
        date_month: "November 2026",
        streak: "3 days",
      });
    });

    it("counts every one of many that complete at the same time", async () => {
      const placed = await Promise.all(
        Array.from({ length: 8 }, () => place(running, { accountId, amountXof: "500" })),
      );
      await Promise.all(placed.map((one) => complete(running, one)));

      expect(await flashback()).toMatchObject({
        total_transactions: 8,
        total_buy: 4_000,
        streak: "1 jour",
      });
    });
  });
});
