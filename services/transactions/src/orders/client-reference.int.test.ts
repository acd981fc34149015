import {
  AccountErased,
  CreateTransaction,
  GetTransaction,
  ListTransactions,
  type RequestInput,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { complete, order, place, placedOf, said, unfiltered } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions();
/** Where orders wait for their link: who places many would wait long. */
const waiting = await startTransactions({ env: { LINK_WAIT_MS: "2000" } });
afterAll(async () => {
  await running.stop();
  await waiting.stop();
});
const { rowsOf } = running;

describe("what a client calls its order", () => {
  let accountId: AccountId;
  beforeEach(() => {
    accountId = newId<"AccountId">();
  });

  const list = async (changes: Partial<RequestInput<typeof ListTransactions>>) => {
    const asked = { accountId, language: "fr" as const, ...unfiltered, ...changes };
    const result = await running.request(ListTransactions, asked);
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data;
  };
  const idsIn = async (changes: Parameters<typeof list>[0]) =>
    (await list(changes)).transactions.map(({ id }) => id);
  const placeAtOnce = async (clientReference: string | null) => {
    const asked = order({ accountId, clientReference, number: "+2290196000001" });
    const pending = running.request(CreateTransaction, asked);
    const result = await pending;
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return placedOf(accountId, result.data.responseJson);
  };

  it("is in the answer, the detail and the list, and in no answer of an order without one", async () => {
    const named = await placeAtOnce("shop-1/e");
    const bare = await placeAtOnce(null);
    expect(named.answer.transaction.client_reference).toBe("shop-1/e");
    expect(bare.answer.transaction).not.toHaveProperty("client_reference");
    for (const [{ transactionId }, expected] of [
      [named, "shop-1/e"],
      [bare, undefined],
    ] as const) {
      const result = await running.request(GetTransaction, { accountId, transactionId });
      if (result.kind !== "replied") throw new Error("refused");
      expect(result.data.transaction.client_reference).toBe(expected);
      expect("client_reference" in result.data.transaction).toBe(expected !== undefined);
    }
    expect((await list({})).transactions.map((line) => [line.id, line.client_reference])).toEqual([
      [bare.transactionId, undefined],
      [named.transactionId, "shop-1/e"],
    ]);
  });

  it("is in the first answer, the frozen one and its replay alike, whoever freezes it", async () => {
    const idempotency = { key: newId<string>(), bodyHash: "same" };
    const asked = () => order({ accountId, clientReference: "ref-1", idempotency });
    const first = waiting.request(CreateTransaction, asked());
    const [row] = await eventually("it is there", async () => {
      const rows = await waiting.rowsOf<{ transaction_id: string; payment_id: string }>(
        "select transaction_id, payment_id from transaction_detail where account_id = $1",
        [accountId],
      );
      return rows.length === 1 && rows;
    });
    const placed = { accountId, transactionId: row?.transaction_id, paymentId: row?.payment_id };
    await said.initiated(waiting, placed as never);
    const answers = [await first, await waiting.request(CreateTransaction, asked())];
    const texts = answers.map((answer) =>
      answer.kind === "replied" ? answer.data.responseJson : answer.kind,
    );
    expect(texts[0]).toContain('"client_reference":"ref-1"');
    expect(texts[1]).toBe(texts[0]);
  });

  it("finds all orders of that name, of this account alone, newest first and in pages", async () => {
    const placed = [];
    for (const name of ["a", "b", "a", "a"]) {
      running.clock.advanceMs(1_000);
      placed.push(await placeAtOnce(name));
    }
    const [first, , third, fourth] = placed.map(({ transactionId }) => transactionId);
    await place(running, { clientReference: "a" });
    expect(await idsIn({ clientReference: "a" })).toEqual([fourth, third, first]);
    const page = await list({ clientReference: "a", limit: 2 });
    expect(page.transactions.map(({ id }) => id)).toEqual([fourth, third]);
    const next = await list({ clientReference: "a", limit: 2, cursor: page.nextCursor });
    expect(next).toMatchObject({ transactions: [{ id: first }], nextCursor: null });
    expect(await idsIn({ clientReference: "A" })).toEqual([]);
    expect(await idsIn({ clientReference: "%" })).toEqual([]);
    expect(await idsIn({ clientReference: "a", status: "FAILED" })).toEqual([]);
    expect(await idsIn({ clientReference: "a", ids: [first ?? newId<"TransactionId">()] })).toEqual(
      [first],
    );
  });

  it("does not have to be another one each time: the key of a request says what is the same", async () => {
    const [one, other] = [await placeAtOnce("again"), await placeAtOnce("again")];
    expect(one.transactionId).not.toBe(other.transactionId);
  });

  it("is read by ids, of the own transactions alone, each once", async () => {
    const [one, other] = [await placeAtOnce(null), await placeAtOnce(null)];
    const foreign = await place(running);
    const { transactionId } = one;
    const ids = [transactionId, foreign.transactionId, newId<"TransactionId">(), transactionId];
    expect(await idsIn({ ids })).toEqual([transactionId]);
    expect(await idsIn({ ids: [transactionId, other.transactionId], status: "PENDING" })).toEqual([
      other.transactionId,
      transactionId,
    ]);
    expect(await idsIn({ ids: [transactionId], status: "FAILED" })).toEqual([]);
    expect(
      await running.request(ListTransactions, {
        accountId,
        language: "fr",
        ...unfiltered,
        ids: Array.from({ length: 101 }, () => newId<"TransactionId">()),
      }),
    ).not.toMatchObject({ kind: "replied" });
  });

  it("goes with the person, and stands in no event and in no fact", async () => {
    const placed = await placeAtOnce("madame-zinsou");
    await complete(running, placed);
    const erasedAt = running.clock.now();
    await running.identity.publish(AccountErased, accountId, { accountId, erasedAt });
    await eventually("she is erased", async () => {
      const text = "select from client_orders where account_id = $1";
      return (await rowsOf(text, [accountId])).length === 0;
    });
    const naming =
      "select from events where data::text like '%zinsou%' or public_data like '%zinsou%'";
    expect(await rowsOf(naming)).toEqual([]);
  });
});
