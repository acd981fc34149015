import { randomBytes, randomUUID } from "node:crypto";
import { type ApiResponse, eventually } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { buy, createdOf, numberEndingIn } from "./buy.ts";
import { startSharedSanu } from "./start-world.ts";

/** A page of somebody's development server, which a development lets use the API without any setting. */
const origin = "http://localhost:5173";

const world = await startSharedSanu({ settings: { SALES: "open", STAGING_USER_ID: "on" } });
const person = await world.signUp();
const { token } = person;

type Body = Readonly<Record<string, unknown>>;
const create = (order: Body, headers: Record<string, string> = {}) =>
  world.api.call("POST", "/api/v1/transactions/create", { token, headers, body: order });
const purchase = (changes: Body = {}) => ({
  amount: 5_000,
  type: "BUY_BITCOIN",
  receiver_address: "ok@sandbox.sanu",
  number: numberEndingIn("111"),
  ...changes,
});
const sale = { amount: 10_000, type: "SELL_BITCOIN", number: numberEndingIn("700") };
const post = (path: string, body: Body, headers: Record<string, string> = {}) =>
  world.api.call("POST", `/api/v1/auth/${path}`, { body, headers });
const english = { "accept-language": "en" };

describe("a page of another origin", () => {
  const exposed = ["X-Request-Id", "Idempotent-Replayed", "Retry-After", "RateLimit"];
  const isReadable = ({ headers }: ApiResponse) => {
    const readable = String(headers["access-control-expose-headers"]);
    expect(headers["access-control-allow-origin"]).toBe(origin);
    for (const name of exposed) expect(readable).toContain(name);
  };

  it("may send what it asks to send", async () => {
    const asked = "authorization,content-type,idempotency-key";
    const { status, headers } = await world.api.call("OPTIONS", "/api/v1/transactions/create", {
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": asked,
      },
    });

    expect(status).toBe(204);
    expect(headers["access-control-allow-origin"]).toBe(origin);
    expect(headers["access-control-allow-headers"]).toBe(asked);
  });

  it("reads answers of every status, and the headers that clients read", async () => {
    const large = { "content-type": "application/json", origin };
    const replayed = { origin, "idempotency-key": randomUUID() };
    await create(purchase(), replayed);
    const answers = await Promise.all([
      world.api.call("GET", "/api/v1/rates", { headers: { origin } }),
      create(purchase(), replayed),
      world.api.call("POST", "/api/v1/auth/login", { headers: large, rawBody: "{" }),
      world.api.call("GET", "/api/v1/transactions", { headers: { origin } }),
      world.api.call("GET", "/api/v1/users", { token, headers: { origin } }),
      world.api.call("GET", "/api/v1/nowhere", { headers: { origin } }),
      world.api.call("PUT", "/api/v1/quotes", { headers: { origin } }),
      create(purchase({ amount: 6_000 }), replayed),
      world.api.call("POST", "/api/v1/auth/login", { headers: large, rawBody: "x".repeat(70_000) }),
      world.api.call("POST", "/api/v1/auth/login", {
        headers: { origin, "content-type": "text/plain" },
        rawBody: "x",
      }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([
      200, 201, 400, 401, 403, 404, 405, 422, 413, 415,
    ]);
    for (const answer of answers) isReadable(answer);
    expect(answers[1]?.headers["idempotent-replayed"]).toBe("true");
  });

  it("reads a refusal to go on, with the seconds to wait", async () => {
    const body = { email: `nobody-${randomBytes(4).toString("hex")}@example.org` };
    for (let each = 0; each < 4; each += 1) await post("regenerate-otp", body, { origin });
    const refused = await post("regenerate-otp", body, { origin });

    expect(refused.status).toBe(429);
    isReadable(refused);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_500);
  });

  it("is told nothing where it is another machine's", async () => {
    const evil = { origin: "https://evil.example" };
    const { headers } = await world.api.call("GET", "/api/v1/rates", { headers: evil });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("a developer's own machine", () => {
  it("is not told to speak HTTPS alone for a year", async () => {
    const answers = [
      await world.api.call("GET", "/api/v1/rates"),
      await world.api.call("GET", "/api/v1/nowhere"),
    ];
    for (const { headers } of answers) {
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });
});

describe("a client that shows nothing but the message", () => {
  it("shows what is wrong with the first broken field, by the name that people know", async () => {
    const broken = purchase({ number: "12", amount: 0.5 });
    const [french, inEnglish] = [await create(broken), await create(broken, english)];
    const { message, errors } = french.json<{
      message: string;
      errors: Record<string, string[]>;
    }>();

    expect([french.status, inEnglish.status]).toEqual([422, 422]);
    expect(Object.keys(errors).toSorted()).toEqual(["amount", "number"]);
    expect(message).toBe(Object.values(errors).flat()[0]);
    expect(message).toMatch(/^Le (?:montant|numéro) /);
    expect(inEnglish.json()["message"]).toMatch(/^The (?:amount|number) /);
  });
});

describe("a number that is written as at home", () => {
  it("is that of the country of who registers", async () => {
    const email = `national-${randomBytes(4).toString("hex")}@example.org`;
    const registered = await post("register", {
      name: "Awa Dossou",
      email,
      password: "a long enough password",
      whatsapp: "95 12 34 56",
      country: "BJ",
    });
    expect(registered.status).toBe(201);
    expect(registered.json<{ data: { user: Body } }>().data.user).toMatchObject({
      whatsapp: "+2290195123456",
    });
    const broken = await post("register", {
      name: "Awa Dossou",
      email: `x${email}`,
      password: "a long enough password",
      whatsapp: "12",
    });
    expect(broken.json()).toMatchObject({
      status: 422,
      errors: { whatsapp: [expect.any(String)] },
    });
  });

  it("is that of the account's country, where money is paid from", async () => {
    expect((await create(purchase({ number: "01 90 00 01 11" }))).status).toBe(201);
    expect((await create(purchase({ number: "90 00 01 11" }))).status).toBe(201);
  });
});

describe("a created order", () => {
  it("carries its link a second time beside it, and lines of the list their status", async () => {
    const response = await buy(world, person, { number: numberEndingIn("111") });
    const { id, payment_url: url } = createdOf(response);
    expect(response.json()["payment_url"]).toBe(url);

    const list = await world.api.call("GET", "/api/v1/transactions", { token });
    const { transactions } = list.json<{ transactions: { id: string; status: string }[] }>();
    expect(transactions.find((each) => each.id === id)?.status).toBe("PENDING");
  });
});

describe("a provider", () => {
  it.each([
    ["MTN_TOGO", "MTN_OPEN"],
    ["mtn_benin", "MTN_OPEN"],
    ["Mtn", "MTN_OPEN"],
    ["MOOV_TOGO", "MOOV_BENIN"],
  ])("of an older client is its operator, in the number's country: %s", async (provider, read) => {
    const response = await create(purchase({ provider }));
    expect([response.status, response.json()["provider"]]).toEqual([201, read]);
  });

  it("that does not serve the number is refused with those that do", async () => {
    const response = await create(purchase({ provider: "ORANGE_CI" }));
    expect(response.json()).toMatchObject({
      status: 400,
      code: "provider-not-available-for-number",
      message: expect.stringContaining("MTN_OPEN, MOOV_BENIN, CELTIIS_BENIN"),
    });
  });
});

describe("a sale", () => {
  it("needs no address to return its satoshis to", async () => {
    expect((await create(sale)).status).toBe(201);
  });

  it("of a fraction of a franc is refused, and says why", async () => {
    const response = await create({ ...sale, amount: 10_000.5 });
    expect(response.json()).toMatchObject({
      status: 422,
      message: expect.stringContaining("le franc n'a pas de centimes"),
    });
  });
});

describe("an amount that looks like satoshis", () => {
  it("is francs where it may be, and never guessed to be anything else", async () => {
    const { token: other } = await world.signUp();
    const ordered = (body: Body) =>
      world.api.call("POST", "/api/v1/transactions/create", { token: other, body });
    const response = await ordered({ ...sale, amount: 16_339 });
    expect(createdOf(response)).toMatchObject({ amount: 16_339, currency_code: "XOF" });
    const bought = await ordered(purchase({ amount: 16_339 }));
    expect(createdOf(bought)).toMatchObject({ amount: 16_339, currency_code: "XOF" });
  });

  it.each([
    ["as bitcoin", 0.00016339],
    ["with its unit", "16339 sats"],
    ["as text of bitcoin", "0.00016339"],
  ])("is refused where it cannot be francs: %s", async (_how, amount) => {
    expect((await create({ ...sale, amount })).json()).toMatchObject({
      status: 422,
      errors: { amount: [expect.any(String)] },
    });
  });

  it("is refused as more francs than an order may have, also where it would be few satoshis", async () => {
    expect((await create(purchase({ amount: 2_100_000 }))).json()).toMatchObject({
      status: 400,
      code: "amount-above-maximum",
    });
  });
});

describe("a token that is dead", () => {
  it("leaves it to the staging user id beside it, outside of production", async () => {
    const other = await world.signUp();
    await world.api.call("POST", "/api/v1/auth/logout", { token: other.token });
    const look = (headers: Record<string, string> = {}) =>
      world.api.call("GET", "/api/v1/transactions", { token: other.token, headers });

    await eventually("the token is refused", async () => (await look()).status === 401);
    expect((await look({ "x-staging-user-id": other.accountId })).status).toBe(200);
  });
});

describe("codes by mail", () => {
  const paths = [
    "regenerate-otp",
    "password/reset-request",
    "regenerate-otp",
    "reactivate",
    "regenerate-otp",
  ];

  it("say how long they live, and after the fourth in an hour when to ask again, for known and unknown addresses alike", async () => {
    const known = await world.signUp();
    const mailed = world.mail.mails(known.email)[0];
    expect(mailed?.text).toContain("valable 10 minutes");
    const unknown = `unknown-${randomBytes(4).toString("hex")}@example.org`;
    // The code of her registration was the first one.
    expect((await post("regenerate-otp", { email: unknown })).status).toBe(200);
    const askAgain = async (email: string) => {
      const answers: ApiResponse[] = [];
      for (const path of paths) answers.push(await post(path, { email }));
      return answers;
    };
    const [ofKnown, ofUnknown] = [await askAgain(known.email), await askAgain(unknown)];

    for (const answers of [ofKnown, ofUnknown]) {
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
      for (const refused of answers.slice(3)) {
        expect(refused.json()).toMatchObject({ code: "too-many-requests" });
        expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_400);
      }
    }
    const texts = (answers: readonly ApiResponse[]) =>
      answers.slice(0, 3).map(({ json }) => json());
    expect(texts(ofKnown)).toEqual(texts(ofUnknown));
  });
});
