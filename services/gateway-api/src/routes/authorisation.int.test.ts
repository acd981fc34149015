import { createHmac, createPublicKey, generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type TestGateway } from "../gateway.fixture.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

/** Who may use a route, written down a second time: the table of the code must not be its own witness. */
type Audience = "everybody" | "accounts" | "customers" | "staff" | "admins";
type Method = "GET" | "POST" | "PATCH" | "PUT";

interface Expected {
  readonly audience: Audience;
  readonly status: number;
  readonly body?: Readonly<Record<string, unknown>>;
}

const email = "awa@example.com";
const reason = "because";
const on = (audience: Audience, status: number, body?: Expected["body"]): Expected =>
  body === undefined ? { audience, status } : { audience, status, body };
/** A page for people is there with a slash behind its address, too. */
const page = (url: string): Readonly<Record<string, Expected>> => ({
  [`GET ${url}`]: on("everybody", 200),
  [`GET ${url}/`]: on("everybody", 200),
});

/** Every route of the system and what it answers to a good request of its audience. */
const expected: Readonly<Record<string, Expected>> = {
  "POST /api/v1/auth/register": on("everybody", 201, {
    name: "Awa",
    email,
    password: "long enough",
  }),
  "POST /api/v1/auth/verify-otp": on("everybody", 200, { email, code: "123456" }),
  "POST /api/v1/auth/login": on("everybody", 200, { email, password: "long enough" }),
  "POST /api/v1/auth/regenerate-otp": on("everybody", 200, { email }),
  "POST /api/v1/auth/reactivate": on("everybody", 200, { email }),
  "POST /api/v1/auth/password/reset-request": on("everybody", 200, { email }),
  "POST /api/v1/auth/password/reset": on("everybody", 200, {
    email,
    token: "123456",
    password: "long enough",
    password_confirmation: "long enough",
  }),
  "POST /api/v1/auth/refresh": on("accounts", 200, {}),
  "POST /api/v1/auth/logout": on("accounts", 200, {}),
  "GET /api/v1/auth/me": on("accounts", 200),
  "PATCH /api/v1/auth/me": on("accounts", 200, { name: "Awa" }),
  "POST /api/v1/auth/deactivate": on("accounts", 200, { password: "long enough" }),
  "POST /api/v1/auth/erase": on("accounts", 200, { password: "long enough" }),
  "GET /api/v1/auth/second-factors": on("staff", 200),
  "POST /api/v1/auth/second-factors/totp": on("staff", 200, { password: "long enough" }),
  "POST /api/v1/auth/second-factors/totp/confirm": on("staff", 200, {
    id: newId(),
    code: "123456",
  }),
  "POST /api/v1/auth/second-factors/passkeys": on("staff", 200, { password: "long enough" }),
  "POST /api/v1/auth/second-factors/passkeys/finish": on("staff", 200, {
    credential: {
      id: "AA",
      rawId: "AA",
      type: "public-key",
      response: { clientDataJSON: "AA", attestationObject: "AA" },
    },
  }),
  "POST /api/v1/auth/step-up/passkey": on("staff", 200),
  "POST /api/v1/auth/second-factors/recovery-codes": on("staff", 200),
  "POST /api/v1/auth/second-factors/:id/remove": on("staff", 200),
  "POST /api/v1/auth/step-up": on("staff", 200, { code: "123456" }),
  "GET /api/v1/kyc": on("customers", 200),
  // Its body is no JSON, which is told to its audience only.
  "POST /api/v1/kyc": on("customers", 415, {}),
  "GET /api/v1/kyc/tiers": on("accounts", 200),
  "PUT /api/v1/kyc/tiers/:id": on("admins", 202, { monthly_limit: 1, reason }),
  "GET /api/v1/kyc/submissions": on("staff", 200),
  "GET /api/v1/kyc/submissions/:id": on("staff", 200),
  "GET /api/v1/kyc/submissions/:id/documents/:documentId": on("staff", 200),
  "POST /api/v1/kyc/submissions/:id/approve": on("staff", 200, { reason }),
  "POST /api/v1/kyc/submissions/:id/reject": on("staff", 200, { reason }),
  "GET /api/v1/api-keys": on("admins", 200),
  "POST /api/v1/api-keys": on("admins", 201, {
    user_id: newId(),
    scopes: ["listUsers"],
    networks: ["203.0.113.0/24"],
    requests_per_minute: 60,
    expires_in_days: 90,
    reason,
  }),
  "POST /api/v1/api-keys/:id/rotate": on("admins", 200, {
    overlap_hours: 24,
    expires_in_days: 90,
    reason,
  }),
  "PATCH /api/v1/api-keys/:id": on("admins", 200, { requests_per_minute: 1, reason }),
  "POST /api/v1/api-keys/:id/revoke": on("admins", 200, { reason }),
  "GET /api/v1/users": on("staff", 200),
  "GET /api/v1/users/:id": on("staff", 200),
  "PATCH /api/v1/users/:id": on("admins", 202, { tier: 1, reason }),
  "POST /api/v1/users/:id/erase": on("admins", 202, { reason }),
  "GET /api/v1/users/:id/orders": on("staff", 200),
  "GET /api/v1/monitoring/transactions": on("staff", 200),
  "GET /api/v1/monitoring/transactions/:id": on("staff", 200),
  "POST /api/v1/monitoring/transactions/:id/resolve": on("admins", 200, {
    resolution: "close",
    reason,
  }),
  "GET /api/v1/monitoring/treasury": on("staff", 200),
  "GET /api/v1/aggregators": on("admins", 200),
  "PATCH /api/v1/aggregators/:code": on("admins", 202, {
    collection: { is_enabled: false },
    reason,
  }),
  "GET /api/v1/monitoring/cases": on("staff", 200),
  "GET /api/v1/monitoring/cases/:id": on("staff", 200),
  "POST /api/v1/monitoring/cases/:id/propose": on("admins", 200, {
    verdict: "never",
    evidence: "asked the provider",
  }),
  "POST /api/v1/monitoring/cases/:id/approve": on("admins", 200, {
    proposal_id: newId(),
    reason,
  }),
  "POST /api/v1/monitoring/cases/:id/withdraw": on("admins", 200, { proposal_id: newId() }),
  "GET /api/v1/approvals": on("staff", 200),
  "GET /api/v1/approvals/:id": on("staff", 200),
  "POST /api/v1/approvals/:id/approve": on("staff", 200, {
    content_sha256: "0".repeat(64),
    reason,
  }),
  "POST /api/v1/approvals/:id/reject": on("staff", 200, { reason }),
  "POST /api/v1/approvals/:id/withdraw": on("staff", 200, { reason }),
  "POST /api/v1/waitlist/create": on("everybody", 201, { email }),
  "GET /api/v1/waitlist": on("admins", 200),
  "POST /api/v1/transactions/create": on("customers", 201, {
    amount: 5_000,
    type: "BUY_BITCOIN",
    receiver_address: "ok@sandbox.sanu",
    number: "+2290161000789",
  }),
  "GET /api/v1/transactions": on("customers", 200),
  "GET /api/v1/transactions/:id": on("customers", 200),
  "GET /api/v1/transactions/:id/events": on("customers", 200),
  "POST /api/v1/transactions/:id/cancel": on("customers", 200),
  "POST /api/v1/transactions/:id/return-invoice": on("customers", 200, {
    invoice: "lnbc1example",
  }),
  "GET /api/v1/transactions/flashback": on("customers", 200),
  "GET /api/v1/transactions/remaining": on("customers", 200),
  "GET /api/v1/rates": on("everybody", 200),
  "GET /api/v1/rates/history": on("everybody", 200),
  "PUT /api/v1/rates": on("admins", 200, { frozen: true, reason }),
  "POST /api/v1/quotes": on("customers", 201, { type: "BUY_BITCOIN", amount: 5_000 }),
  "GET /api/v1/transactions/resume": on("customers", 200),
  "POST /api/v1/orders": on("customers", 201, {
    amount: 5_000,
    type: "BUY_BITCOIN",
    receiver_address: "ok@sandbox.sanu",
    number: "+2290161000789",
    every: "day",
  }),
  "GET /api/v1/orders": on("customers", 200),
  "GET /api/v1/orders/:id": on("customers", 200),
  "POST /api/v1/orders/:id/pause": on("customers", 200),
  "POST /api/v1/orders/:id/resume": on("customers", 200),
  "POST /api/v1/orders/:id/cancel": on("customers", 200),
  "GET /api/v1/wallet": on("customers", 200),
  "PUT /api/v1/wallet/receivers": on("customers", 200, {
    receivers: [{ receiver_address: "ok@sandbox.sanu" }],
  }),
  "PUT /api/v1/wallet/numbers": on("customers", 200, {
    numbers: [{ number: "+2290161000789" }],
  }),
  "POST /webhooks/:provider": on("everybody", 200, {}),
  "PUT /webhooks/:provider": on("everybody", 200, {}),
  "GET /pay/:token/status": on("everybody", 200),
  "GET /pay/:token/events": on("everybody", 200),
  "GET /assets/pay.css": on("everybody", 200),
  "GET /assets/pay.js": on("everybody", 200),
  "GET /assets/account.js": on("everybody", 200),
  "GET /openapi.json": on("everybody", 200),
  "GET /asyncapi.json": on("everybody", 200),
  "GET /assets/facts.css": on("everybody", 200),
  "GET /.well-known/jwks.json": on("everybody", 200),
  ...page("/pay/:token"),
  ...page("/account/confirm"),
  ...page("/account/reset"),
  ...page("/asyncapi"),
  ...page("/docs/problems"),
  ...page("/docs/problems/:code"),
};

/** The documentation's own parts: a page and what it loads, which no table of ours lists. */
const isDocumentation = (url: string) => /^\/docs(?!\/problems)/.test(url);

const may: Readonly<Record<Audience, readonly string[]>> = {
  everybody: ["user", "service_client", "admin"],
  accounts: ["user", "service_client", "admin"],
  customers: ["user", "service_client", "admin"],
  staff: ["service_client", "admin"],
  admins: ["admin"],
};

const signer = createTokenSigner();
const stranger = createTokenSigner("foreign-key");
const nowSeconds = Math.floor(Date.now() / 1_000);
const session = newId();

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
/** A token whose algorithm is changed: signed by nothing, or with the public key as if it were a secret. */
function withAlgorithm(algorithm: "none" | "HS256"): string {
  const [, claims = ""] = signer.token().split(".");
  const signed = `${part({ alg: algorithm, typ: "at+jwt", kid: signer.keyId })}.${claims}`;
  if (algorithm === "none") return `${signed}.`;
  const secret = createPublicKey({ key: signer.publicJwk, format: "jwk" }).export({
    type: "spki",
    format: "pem",
  });
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

/** Without what the moment of a response decides: every stream names one at which its client comes back. */
const withoutMoment = (text: string) =>
  text.replace(/^retry: \d+\n/, "").replace(/data-ends-in-ms="-?\d+"/, "");

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const asRole = (role: string) =>
  bearer(signer.token({ roles: role === "user" ? ["user"] : ["user", role] }));
const admin = { roles: ["user", "admin"] };
const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

/** Identities that open no door but those that are open to everybody. */
const strangers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  none: {},
  expired: bearer(signer.token({ ...admin, iat: nowSeconds - 7_200, exp: nowSeconds - 3_600 })),
  revoked: bearer(signer.token({ ...admin, sid: session })),
  "algorithm none": bearer(withAlgorithm("none")),
  "HS256 with the public key": bearer(withAlgorithm("HS256")),
  "ES256 under our key id": bearer(signer.token(admin, { alg: "ES256" }, elliptic)),
  "ES256 over our own signature": bearer(signer.token(admin, { alg: "ES256" })),
  "another audience": bearer(signer.token({ ...admin, aud: "another-api" })),
  "no audience": bearer(signer.token({ ...admin, aud: undefined })),
  "another issuer": bearer(signer.token({ ...admin, iss: "somebody" })),
  "no issuer": bearer(signer.token({ ...admin, iss: undefined })),
  "issued in the future": bearer(signer.token({ ...admin, iat: nowSeconds + 600 })),
  "a foreign key id": bearer(stranger.token(admin)),
};

describe("every route of the system", () => {
  let test: TestGateway;
  let production: TestGateway;
  let names: readonly string[];

  beforeAll(async () => {
    test = await startGateway({ signer });
    production = await startGateway({
      signer,
      env: { SANU_ENV: "production", GATEWAY_TLS: "off", STAGING_USER_ID: "off" },
    });
    test.revoke(session);
    names = test.gateway
      .routes()
      .filter(({ method, url }) => !["HEAD", "OPTIONS"].includes(method) && !isDocumentation(url))
      .map(({ method, url }) => `${method} ${url}`);
  });
  afterAll(async () => {
    await test.stop();
    await production.stop();
  });

  const request = (
    gateway: TestGateway,
    name: string,
    headers: Readonly<Record<string, string>>,
    id: string = newId(),
  ) => {
    const [method = "", url = ""] = name.split(" ");
    const path = url
      .replace("tiers/:id", "tiers/1")
      .replace("aggregators/:code", "aggregators/sandbox")
      .replace(":code", "not-found")
      .replace(":provider", "sandbox")
      .replace(":token", "0123456789abcdefABCD_-")
      .replaceAll(/:\w+/g, id);
    const body = expected[name]?.body;
    return gateway.api.call(method as Method, path, {
      headers,
      ...(body === undefined ? {} : { body }),
    });
  };

  it("is known here, so that a new one cannot be forgotten", () => {
    expect(names.toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  it.each(Object.keys(strangers))("knows its strangers: %s", async (who) => {
    await eventually("the revocation has arrived", async () => {
      const response = await request(test, "GET /api/v1/auth/me", strangers["revoked"] ?? {});
      return response.status === 401;
    });
    for (const [name, { audience, status }] of Object.entries(expected)) {
      const response = await request(test, name, strangers[who] ?? {});
      expect([name, response.status]).toEqual([name, audience === "everybody" ? status : 401]);
      if (audience !== "everybody") expect(response.json()["message"]).toBe("Unauthenticated.");
    }
  });

  it.each(["user", "service_client", "admin"])("knows what a %s may do", async (role) => {
    for (const [name, { audience, status }] of Object.entries(expected)) {
      const response = await request(test, name, asRole(role));
      expect([name, response.status]).toEqual([name, may[audience].includes(role) ? status : 403]);
    }
  });

  it("takes another user's token for what it is, on every route: another user's", async () => {
    const [requests, one, other] = [newId(), newId(), newId()];
    const sent = async (name: string, sub: string) => {
      test.reset();
      const response = await request(test, name, bearer(signer.token({ sub, ...admin })), requests);
      return { status: response.status, text: inspect(test.requests, { depth: null }) };
    };
    for (const [name, { audience, status }] of Object.entries(expected)) {
      const [ours, theirs] = [await sent(name, one), await sent(name, other)];
      const namesWho = ours.text.includes(one);
      // What belongs to somebody is asked for in the name of the token's subject, and of nobody else.
      expect([name, theirs.text.includes(one)]).toEqual([name, false]);
      expect([name, theirs.text.includes(other)]).toEqual([name, namesWho]);
      expect([name, theirs.status]).toEqual([name, ours.status]);
      if (audience === "customers" && status < 300) expect([name, namesWho]).toEqual([name, true]);
    }
  });

  it("does not look at the staging header in production", async () => {
    const fixed = { "x-request-id": "0191f3a0-0000-7000-8000-0000000000aa" };
    const staged = { ...fixed, "x-staging-user-id": newId() };
    for (const [name, { audience, status }] of Object.entries(expected)) {
      const anonymous = await request(production, name, fixed);
      const response = await request(production, name, staged);
      expect([name, response.status]).toEqual([name, audience === "everybody" ? status : 401]);
      expect(withoutMoment(response.text)).toBe(withoutMoment(anonymous.text));
    }
    expect(production.requests.filter((each) => each.name === "find-principal")).toEqual([]);
  });
});
