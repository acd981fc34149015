import { type ApiResponse, eventually, type Person } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { buy, createdOf } from "./buy.ts";
import { noWallet, payInvoice, reached, soldOf } from "./sell.ts";
import { startSharedSanu } from "./start-world.ts";

const failuresMax = 3;
const settings = {
  FAILED_PAYOUTS_MAX_OF_ACCOUNT: String(failuresMax),
  FAILED_PAYOUTS_MAX_OF_NUMBER: String(failuresMax),
  DISBURSE_ATTEMPTS_MAX: "1",
};
/** Behind a routing node of its own, which takes all that a way may cost. */
const greedy = "greedy@sandbox.sanu";

const world = await startSharedSanu({ settings });
const person = await world.signUp();

afterEach(() => world.expectBooksToBalance());

describe("what somebody else's way costs us", () => {
  const sellTo = (seller: Person, number: string): Promise<ApiResponse> =>
    world.api.call("POST", "/api/v1/transactions/create", {
      token: seller.token,
      body: { amount: 100, type: "SELL_BITCOIN", receiver_address: greedy, number },
    });
  /** The satoshis that one transaction left in our node, and what ways took of ours. */
  const satsOf = async (id: string) => {
    const text = `select coalesce(sum(node_float), 0)::int as left, coalesce(sum(fees), 0)::int as fees
      from book_entries where transaction_id = $1 and currency = 'SATS'`;
    const query = CompiledQuery.raw(text, [id]);
    const [row] = await world.databases.transactions.query<{ left: number; fees: number }>(query);
    return row;
  };

  it("is nothing, however often a sale to nobody goes back over the seller's own node, and ends at the limit", async () => {
    for (let round = 0; round < failuresMax; round += 1) {
      const { id, invoice } = await soldOf(world, await sellTo(person, noWallet));
      expect(await payInvoice(world, invoice)).toBe(204);
      await reached(world, person, { id, status: "FAILED" });
      await world.settled();
      // 171 satoshis came in; 167 went back and 4 paid for the way.
      expect(await satsOf(id)).toEqual({ left: 0, fees: 0 });
      const sent = world.sandbox.journal.ofKind("send-settled").at(-1);
      expect(sent).toMatchObject({ amountSats: "167", feeSats: "4" });
    }
    const refused = await sellTo(person, noWallet);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("3600");
    expect(refused.json()).toMatchObject({ code: "too-many-failures" });

    const another = await world.signUp();
    expect((await sellTo(another, noWallet)).json()).toMatchObject({ code: "too-many-failures" });
    expect((await sellTo(another, "+2290190000700")).status).toBe(201);
  });

  it("is never more than the spread of a purchase", async () => {
    const buyer = await world.signUp();
    const { id } = createdOf(await buy(world, buyer, { amount: 100, receiver: greedy }));
    await reached(world, buyer, { id, status: "COMPLETED" });
    // 100 XOF are worth 166 satoshis in the middle of the market; 163 are bought for them.
    expect(await eventually("the books have it", () => satsOf(id))).toEqual({
      left: -166,
      fees: 3,
    });
  });

  it("leaves half of the spread of a larger purchase, whose buyer does not buy at the middle of the market", async () => {
    const buyer = await world.signUp();
    const { id } = createdOf(await buy(world, buyer, { amount: 10_000, receiver: greedy }));
    await reached(world, buyer, { id, status: "COMPLETED" });
    // 10 000 XOF are worth 16 666 satoshis in the middle of the market; 16 339 are bought for them.
    expect(await eventually("the books have it", () => satsOf(id))).toEqual({
      left: -16_502,
      fees: 163,
    });
  });
});
