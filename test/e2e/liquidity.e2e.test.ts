import { eventually, type Person, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf } from "./buy.ts";
import { countEvents } from "./logs.ts";
import { payInvoice, reached, sell, sellAndPay, soldOf } from "./sell.ts";
import { roomy, startSanu } from "./start-world.ts";

const settings = {
  FLOAT_POLL_MS: "200",
  ...roomy,
};
const unavailable = {
  status: 503,
  headers: { "retry-after": "60" },
  code: "liquidity-unavailable",
};

/** Tries deploy/runbooks/floats.md. */
describe("what cannot be paid out", () => {
  let world: World;
  let person: Person;

  const control = (path: string, body: object) =>
    fetch(`${world.sandbox.url}/control/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  /** Waits until transactions has heard that a float holds so much. */
  const isKnown = (rail: string, amount: bigint) =>
    eventually(`${rail} holds ${amount}`, async () => {
      const query = CompiledQuery.raw("select available from floats where rail = $1", [rail]);
      const [row] = await world.databases.transactions.query<{ available: bigint }>(query);
      return row?.available === amount;
    });
  const answerOf = async (response: ReturnType<typeof sell>) => {
    const { status, headers, json } = await response;
    return { status, headers, code: json()["code"] };
  };

  beforeAll(async () => {
    world = await startSanu({ settings });
    person = await world.signUp();
    await isKnown("disbursement", 1_000_000_000n);
  });
  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  it("in francs is refused before any satoshi is asked for, and sold again once the float is filled", async () => {
    await control("float", { amount_xof: "9000" });
    await isKnown("disbursement", 9_000n);
    const { transactions, payments } = await countEvents(world);
    expect(await answerOf(sell(world, person))).toMatchObject(unavailable);
    expect(await countEvents(world)).toMatchObject({ transactions, payments });
    expect(world.sandbox.journal.ofKind("invoice-opened")).toEqual([]);

    // Of somebody new, who leaves a quarter of it to others.
    await control("float", { amount_xof: "14000" });
    await isKnown("disbursement", 14_000n);
    const id = await sellAndPay(world, person);
    await reached(world, person, { id, status: "COMPLETED" });
  });

  it("in francs to two sellers is promised to one, and to the next when the first one does not pay", async () => {
    // Off the float before by more than a hundredth: a smaller change waits a minute for its report.
    await control("float", { amount_xof: "10500" });
    await isKnown("disbursement", 10_500n);
    const answers = await Promise.all([sell(world, person), sell(world, person)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]));
    const taken = answers.find(({ status }) => status === 201);
    if (taken === undefined) throw new Error("None was taken");
    const sold = await soldOf(world, taken);
    const token = person.token;
    await world.api.call("POST", `/api/v1/transactions/${sold.id}/cancel`, { token });
    await reached(world, person, { id: sold.id, status: "FAILED" });
    const next = await soldOf(world, await sell(world, person));
    expect(await payInvoice(world, next.invoice)).toBe(204);
    await reached(world, person, { id: next.id, status: "COMPLETED" });
  });

  it("in satoshis is refused on the rail that has none, and sold on the other", async () => {
    await control("liquidity", { rail: "lightning", amount_sats: "100" });
    await isKnown("lightning", 100n);
    const prompts = world.sandbox.journal.ofKind("payment-created").length;
    expect(await answerOf(buy(world, person))).toMatchObject(unavailable);
    expect(world.sandbox.journal.ofKind("payment-created")).toHaveLength(prompts);
    const receiver = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const { id } = createdOf(await buy(world, person, { receiver }));
    await reached(world, person, { id, status: "COMPLETED" });
    await control("liquidity", { rail: "lightning", amount_sats: "1000000000" });
    await isKnown("lightning", 1_000_000_000n);
    expect((await buy(world, person)).status).toBe(201);
  });
});
