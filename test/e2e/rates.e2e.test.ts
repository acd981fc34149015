import { eventually, type Person, type World } from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { detailOf, numberEndingIn } from "./buy.ts";
import { decideByTwo, logInAsAdmin } from "./staff.ts";
import { startSanu } from "./start-world.ts";

interface Quote {
  readonly id: string;
  readonly amount: number;
  readonly amount_sats: string;
  readonly exchange_rate: number;
}

/** Tries deploy/runbooks/no-rate.md. */
describe("rates and quotes, from the public API to the money", () => {
  let world: World;
  let person: Person;
  let staff: readonly [string, string];

  beforeAll(async () => {
    world = await startSanu();
    person = await world.signUp();
    staff = [await logInAsAdmin(world), await logInAsAdmin(world)];
  });
  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  const rates = () => world.api.call("GET", "/api/v1/rates");
  const path = "/api/v1/rates";
  const change = (body: object) => decideByTwo(world, staff, { method: "PUT", path, body });
  const requestQuote = () =>
    world.api.call("POST", "/api/v1/quotes", {
      token: person.token,
      body: { type: "BUY_BITCOIN", amount: 10_000 },
    });
  const create = (quoteId: string | null, amount = 10_000) =>
    world.api.call("POST", "/api/v1/transactions/create", {
      token: person.token,
      body: {
        amount,
        type: "BUY_BITCOIN",
        receiver_address: "ok@sandbox.sanu",
        number: numberEndingIn("789"),
        quote_id: quoteId,
      },
    });

  it("a quote's rate is the one of its purchase, whatever the market does meanwhile", async () => {
    const response = await requestQuote();
    expect(response.status).toBe(201);
    const { quote } = response.json<{ data: { quote: Quote } }>().data;
    await change({ manual_rate: 70_000_000 });
    expect((await rates()).json()).toMatchObject({ data: { mid: 70_000_000, buy: 71_400_000 } });

    const created = await create(quote.id);
    expect(created.status).toBe(201);
    const { transaction } = created.json<{
      transaction: { id: string; exchange_rate: number; amount_sats: string };
    }>();
    expect(transaction).toMatchObject({
      exchange_rate: quote.exchange_rate,
      amount_sats: quote.amount_sats,
    });
    await world.settled();
    expect(await detailOf(world, person, transaction.id)).toMatchObject({
      status: "COMPLETED",
      exchange_rate: 61_200_000,
      amount_satoshi: quote.amount_sats,
    });
    expect((await create(quote.id)).json()).toMatchObject({ code: "quote-already-used" });
    await change({ manual_rate: null });
  });

  it("a freeze ends quotes and orders with 503 and Retry-After, until it thaws", async () => {
    const body = { frozen: true, reason: "a test" };
    expect((await world.api.call("PUT", path, { token: staff[0], body })).json()).toMatchObject({
      data: { rules: { frozen: true }, rates: null },
    });
    for (const response of [await rates(), await requestQuote(), await create(null)]) {
      expect([response.status, response.headers["retry-after"]]).toEqual([503, "30"]);
      expect(response.json()).toMatchObject({ code: "rate-unavailable" });
    }
    await change({ frozen: false });
    await eventually("orders are taken again", async () => (await create(null)).status === 201);
    await world.settled();
    const history = await world.api.call("GET", "/api/v1/rates/history?limit=100");
    const mids = history.json<{ rates: { mid: number }[] }>().rates.map(({ mid }) => mid);
    expect(mids).toContain(70_000_000);
    expect(mids.at(-1)).toBe(60_000_000);
  });
});
