import {
  CreateQuote,
  CreateTransaction,
  FreezeRates,
  GetRates,
  ListRates,
  type ProblemCode,
  problems,
  transactionsProposals,
  wordsIn,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { refuse } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

const signer = createTokenSigner();
const token = signer.token({ sub: user.id });
const admin = signer.token({ sub: user.id, roles: ["user", "admin"] });
const test = useGateway({ signer });

const put = (body: unknown) => test.api.call("PUT", "/api/v1/rates", { token: admin, body });
const quote = (body: unknown, headers: Record<string, string> = {}) =>
  test.api.call("POST", "/api/v1/quotes", { token, body, headers });
const askedOf = (name: string) =>
  test.requests.filter((each) => each.name === name).map(({ data }) => data);
const fieldsOf = (response: { json: <Body>() => Body }) =>
  Object.keys(response.json<{ errors?: object }>().errors ?? {});

describe("the rates", () => {
  it("are told to everybody", async () => {
    const response = await test.api.call("GET", "/api/v1/rates");

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      data: {
        buy: 61_200_000,
        sell: 58_800_000,
        mid: 60_000_000,
        as_of: "2026-11-21T07:00:00.000001Z",
        valid_until: "2026-11-21T07:01:00.000001Z",
      },
    });
  });

  it("that were are told page by page", async () => {
    const response = await test.api.call("GET", "/api/v1/rates/history?limit=1&cursor=next");

    expect(response.json()).toMatchObject({
      success: true,
      rates: [{ mid: 60_000_000 }],
      meta: { next_cursor: "next" },
    });
    expect(askedOf(ListRates.name)).toEqual([{ limit: 1, cursor: "next" }]);
  });

  it("are told to be none in both languages, and when to ask again", async () => {
    test.reply(GetRates, () => refuse("rate-unavailable"));
    for (const language of ["fr", "en"] as const) {
      const response = await test.api.call("GET", "/api/v1/rates", {
        headers: { "accept-language": language },
      });

      expect(response.status).toBe(503);
      expect(response.headers["retry-after"]).toBe("30");
      expect(response.json()).toMatchObject({
        code: "rate-unavailable",
        message: wordsIn(language).problems["rate-unavailable"],
      });
    }
  });
});

const { proposeChange } = transactionsProposals;

describe("an administrator", () => {
  it.each([
    { spread_buy: 0, spread_sell: 9_999 },
    { frozen: false as const },
    { manual_rate: null },
    { manual_rate: 61_000_000, manual_minutes: 60, confirmed: false },
    { manual_rate: 61_000_000, manual_minutes: 1_440, confirmed: true },
  ])("proposes what is named and nothing else: %o", async (change) => {
    const response = await put({ ...change, reason: " because " });

    expect(response.status).toBe(202);
    expect(response.json()).toMatchObject({
      success: true,
      data: { proposal: { status: "proposed" } },
    });
    expect(askedOf(proposeChange.name)).toEqual([
      {
        commandId: expect.any(String),
        by: user.id,
        reason: "because",
        change: { operation: "change-rates", ...change },
      },
    ]);
  });

  it("freezes at once, also where more is proposed with it", async () => {
    const alone = await put({ frozen: true, reason: "because" });
    expect([alone.status, alone.json()]).toMatchObject([
      200,
      { success: true, data: { rules: { frozen: true, manual_rate: null }, rates: null } },
    ]);
    expect(askedOf(proposeChange.name)).toEqual([]);
    const both = await put({ frozen: true, spread_buy: 300, reason: "because" });
    expect(both.status).toBe(202);
    expect(askedOf(FreezeRates.name)).toHaveLength(2);
    expect(askedOf(proposeChange.name)).toMatchObject([{ change: { spread_buy: 300 } }]);
  });

  it.each([
    [{}, ["frozen", "reason"]],
    [{ reason: "because" }, ["frozen"]],
    [{ frozen: true }, ["reason"]],
    [{ spread_buy: 10_000, spread_sell: -1, reason: "because" }, ["spread_buy", "spread_sell"]],
    [{ spread_buy: 1.5, manual_rate: 0, reason: "because" }, ["spread_buy", "manual_rate"]],
    [{ manual_rate: 1, manual_minutes: 1_441, reason: "because" }, ["manual_minutes"]],
    [{ frozen: "yes", reason: "" }, ["frozen", "reason"]],
  ])("is told every broken field of %o", async (body, fields) => {
    const response = await put(body);

    expect(response.status).toBe(422);
    expect(fieldsOf(response).toSorted()).toEqual(fields.toSorted());
    expect(test.requests).toEqual([]);
  });

  it("is told that a rate is far from the last one", async () => {
    test.reply(proposeChange, () => refuse("rate-too-far"));
    const response = await put({ manual_rate: 1, reason: "because" });

    expect([response.status, response.json()["code"]]).toEqual([400, "rate-too-far"]);
  });
});

describe("a quote", () => {
  it("is asked for with the XOF or the sats", async () => {
    const response = await quote({ type: "BUY_BITCOIN", amount: 5_000 });
    expect(response.status).toBe(201);
    expect(response.text).toBe('{ "success": true }');
    await quote({ type: "SELL_BITCOIN", amount: null, amount_sats: 2_100_000_000_000_000 });

    const common = { commandId: expect.any(String), accountId: user.id, idempotency: null };
    expect(askedOf(CreateQuote.name)).toEqual([
      {
        ...common,
        transactionType: "BUY_BITCOIN",
        amount: { currency: "XOF", amountXof: 5_000n },
      },
      {
        ...common,
        transactionType: "SELL_BITCOIN",
        amount: { currency: "SATS", amountSats: 2_100_000_000_000_000n },
      },
    ]);
  });

  it.each([
    [{ type: "BUY_BITCOIN" }, ["amount"]],
    [{ type: "BUY_BITCOIN", amount: 5_000, amount_sats: 1 }, ["amount_sats"]],
    [{ type: "HODL", amount: 0.5 }, ["amount", "type"]],
    [{ amount: 5_000 }, ["type"]],
    [{ type: "BUY_BITCOIN", amount_sats: 2_100_000_000_000_001 }, ["amount_sats"]],
  ])("is refused for every broken field of %o", async (body, fields) => {
    const response = await quote(body);

    expect(response.status).toBe(422);
    expect(fieldsOf(response).toSorted()).toEqual(fields);
  });

  it("says that an amount in francs and one in satoshis exclude each other", async () => {
    const response = await quote({ type: "BUY_BITCOIN", amount: 5_000, amount_sats: 1 });
    expect(response.json<{ errors: object }>().errors).toEqual({
      amount_sats: [
        "Le montant en satoshis exclut un autre champ que vous avez donné\u00a0: gardez l'un des deux.",
      ],
    });
  });

  it("is the same one under the same key", async () => {
    const headers = { "idempotency-key": "key-1" };
    test.reply(CreateQuote, () => ({ responseJson: "{}", replayed: true }));
    const response = await quote({ type: "BUY_BITCOIN", amount: 5_000 }, headers);
    expect(response.headers["idempotent-replayed"]).toBe("true");
    await quote({ amount_sats: null, amount: 5_000, type: "BUY_BITCOIN" }, headers);
    await quote({ amount_sats: 5_000, type: "BUY_BITCOIN" }, headers);

    const hashes = askedOf(CreateQuote.name).map(
      (data) => (data as { idempotency: { bodyHash: string } }).idempotency.bodyHash,
    );
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });

  it("goes with a create, in capitals or not; an order with another one is another order", async () => {
    const id = newId<"QuoteId">();
    const order = {
      amount: 5_000,
      type: "BUY_BITCOIN",
      receiver_address: "ok@sandbox.sanu",
      number: "+2290161000789",
    };
    const create = (more: object) =>
      test.api.call("POST", "/api/v1/transactions/create", {
        token,
        body: { ...order, ...more },
        headers: { "idempotency-key": "key-2" },
      });
    for (const more of [{}, { quote_id: null }, { quote_id: "" }, { quote_id: id.toUpperCase() }]) {
      expect((await create(more)).status).toBe(201);
    }
    const broken = await create({ quote_id: "mine" });
    expect([broken.status, fieldsOf(broken)]).toEqual([422, ["quote_id"]]);

    const requests = askedOf(CreateTransaction.name) as {
      quoteId: string | null;
      idempotency: { bodyHash: string };
    }[];
    expect(requests.map(({ quoteId }) => quoteId)).toEqual([null, null, null, id]);
    const hashes = requests.map(({ idempotency }) => idempotency.bodyHash);
    expect(new Set(hashes.slice(0, 3)).size).toBe(1);
    expect(hashes[3]).not.toBe(hashes[0]);
  });

  it.each(["quote-expired", "quote-already-used", "quote-mismatch", "not-found"] as const)(
    "that cannot be had is told with %s",
    async (code: ProblemCode) => {
      test.reply(CreateTransaction, () => refuse(code as "quote-expired"));
      const response = await test.api.call("POST", "/api/v1/transactions/create", {
        token,
        body: {
          amount: 5_000,
          type: "BUY_BITCOIN",
          receiver_address: "ok@sandbox.sanu",
          number: "+2290161000789",
          quote_id: newId(),
        },
      });

      expect([response.status, response.json()["code"]]).toEqual([problems[code].status, code]);
      expect(response.json()["message"]).toBe(wordsIn("fr").problems[code]);
    },
  );
});
