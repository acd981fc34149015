import { eventually, type Person, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf, detailOf } from "./buy.ts";
import { eventTypes, reviewReasons } from "./logs.ts";
import { reached, sellAndPay } from "./sell.ts";
import { isInReview, logInAsAdmin, resolve } from "./staff.ts";
import { startSanu } from "./start-world.ts";

const settings = { SEND_ATTEMPTS_MAX: "1", OPEN_TRANSACTIONS_MAX: "100" };
/** No route leads there, so that its money goes back. */
const nowhere = "fail@sandbox.sanu";

describe("a provider that changes its word about", () => {
  let world: World;
  let person: Person;
  let admin: string;

  beforeAll(async () => {
    world = await startSanu({ settings });
    person = await world.signUp();
    admin = await logInAsAdmin(world);
  });
  afterEach(async () => {
    world.sandbox.refunds.setDifferenceXof(0n);
    await world.expectBooksToBalance();
  });
  afterAll(() => world.stop());

  const bought = async (receiver: string, status: string) => {
    const { id } = createdOf(await buy(world, person, { receiver }));
    await reached(world, person, { id, status });
    await world.settled();
    return id;
  };
  const keysOf = async (service: "payments" | "payouts", kind: string, transactionId: string) => {
    const text = `select attempt_id::text as key from attempts where kind = $1 and subject_id in
      (select stream_id from events where data->>'transactionId' = $2)`;
    const query = CompiledQuery.raw(text, [kind, transactionId]);
    const rows = await world.databases[service].query<{ key: string }>(query);
    return rows.map(({ key }) => key);
  };
  const reverse = async (service: "payments" | "payouts", kind: string, id: string) => {
    const [key = ""] = await keysOf(service, kind, id);
    expect(world.sandbox.reversals.reverse(key)).toBe("reversed");
  };
  /** What the staff has to look at: the kinds of a transaction's open cases, once there are any. */
  const openCases = (id: string) =>
    eventually("the staff has a case", async () => {
      const text = `select kind, amount_xof::text as xof from cases
        where transaction_id = $1 and status <> 'closed'`;
      const query = CompiledQuery.raw(text, [id]);
      const rows = await world.databases.transactions.query<{ kind: string; xof: string }>(query);
      return rows.length > 0 && rows.map(({ kind, xof }) => `${kind} ${xof}`);
    });
  /** What a transaction is in the ledger, without the accounts that it leaves alone. */
  const booksOf = async (id: string): Promise<Record<string, string>> => {
    const sums = ["gateway_float", "user_payable", "suspense", "fees", "receivable", "losses"];
    const text = `select ${sums.map((sum) => `sum(${sum})::text as ${sum}`).join(", ")} from (
      select gateway_float, user_payable, suspense, fees, 0 as receivable, 0 as losses
        from book_entries where transaction_id = $1 and currency = 'XOF'
      union all select gateway_float, user_payable, suspense, fees, receivable, losses
        from receivable_entries where transaction_id = $1 and currency = 'XOF') as entry`;
    const [row = {}] = await world.databases.transactions.query<Record<string, string>>(
      CompiledQuery.raw(text, [id]),
    );
    return Object.fromEntries(Object.entries(row).filter(([, sum]) => sum !== "0"));
  };

  it("a purchase whose money is taken back after it was bought for is owed to us", async () => {
    const id = await bought("ok@sandbox.sanu", "COMPLETED");
    world.sandbox.callbacks.change({ copies: 3 });
    await reverse("payments", "collection", id);
    expect(await openCases(id)).toEqual(["payment-reversed 10000"]);
    world.sandbox.callbacks.change({ copies: 1 });
    await world.settled();
    expect(await openCases(id)).toHaveLength(1);
    expect(await booksOf(id)).toEqual({ receivable: "10000" });
    const types = await eventTypes(world, "transactions", id);
    expect(types.filter((type) => type === "TransactionPaymentReversed")).toHaveLength(1);
    expect((await detailOf(world, person, id)).status).toBe("COMPLETED");
  });

  it("a sale whose francs come back is owed again", async () => {
    const id = await sellAndPay(world, person);
    await reached(world, person, { id, status: "COMPLETED" });
    await reverse("payouts", "disbursement", id);
    await world.databases.payouts.query(
      CompiledQuery.raw("update attempts set next_at = now() where kind = 'disbursement'"),
    );
    expect(await openCases(id)).toEqual(["payout-reversed 10000"]);
    expect(await booksOf(id)).toMatchObject({ gateway_float: "-100", user_payable: "-10000" });
    expect((await detailOf(world, person, id)).status).toBe("COMPLETED");
  });

  it("a purchase whose refund comes back is refunded again by the staff", async () => {
    const id = await bought(nowhere, "FAILED");
    expect(await booksOf(id)).toEqual({});
    await reverse("payments", "refund", id);
    expect(await openCases(id)).toEqual(["refund-reversed 10000"]);
    expect(await booksOf(id)).toEqual({ gateway_float: "10000", user_payable: "-10000" });
    expect(await reviewReasons(world, id)).toEqual(["refund-failed"]);
    const refused = await resolve(world, admin, { id, resolution: "close" });
    expect(refused.json()).toMatchObject({ code: "money-is-owed" });
    expect((await resolve(world, admin, { id, resolution: "refund" })).status).toBe(200);
    await eventually("it is back again", async () => Object.keys(await booksOf(id)).length === 0);
    await world.settled();
    expect(await keysOf("payments", "refund", id)).toHaveLength(2);
  });

  it("a purchase whose refund arrives short is told to the staff", async () => {
    world.sandbox.refunds.setDifferenceXof(-75n);
    const id = await bought(nowhere, "FAILED");
    expect(await openCases(id)).toEqual(["refund-amount-differs 75"]);
    expect(await booksOf(id)).toEqual({ user_payable: "-75", fees: "75" });
  });

  it("a purchase whose refund arrives with more has cost us the rest", async () => {
    world.sandbox.refunds.setDifferenceXof(40n);
    const id = await bought(nowhere, "FAILED");
    expect(await isInReview(world, id)).toBe(false);
    expect(await booksOf(id)).toEqual({ gateway_float: "-40", losses: "40" });
  });
});
