import { ClearLoginFailures, ConsumeQuota, LogIn } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { refuse } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

const signer = createTokenSigner();
const path = "/api/v1/transactions/remaining";
const credentials = { email: " Awa@Example.com ", password: "motdepasse" };
const limit = { name: "address", quota: 600, windowSeconds: 60, remaining: 599, resetSeconds: 60 };
const account = { name: "account", quota: 20, windowSeconds: 60, remaining: 0, resetSeconds: 42 };

interface Operation {
  readonly operationId: string;
  readonly security?: unknown;
  readonly responses: Readonly<Record<string, { readonly headers: object }>>;
}
const isCounted = (responses: Operation["responses"]) =>
  Object.values(responses).some(({ headers }) => "RateLimit" in headers);

const test = await startGateway({ signer, env: { GATEWAY_TRUST_PROXY: "loopback" } });
afterAll(() => test.stop());

describe("strangers", () => {
  afterEach(() => test.reset());
  const logIn = (headers: Record<string, string> = {}, body: unknown = credentials) =>
    test.api.call("POST", "/api/v1/auth/login", { body, headers });

  const taken = () => test.counted.filter(({ name }) => name === ConsumeQuota.name);

  it("are counted at every public operation", async () => {
    const { paths } = (await test.api.call("GET", "/openapi.json")).json<{
      paths: Record<string, Record<string, Operation>>;
    }>();
    const uncounted = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ security, responses }) => security === undefined && !isCounted(responses))
      .map(({ operationId }) => operationId);

    expect(uncounted).toEqual([]);
  });

  it("are told what is left of each limit, in the form of the IETF draft", async () => {
    test.reply(ConsumeQuota, () => ({ retryAfterSeconds: null, limits: [limit, account] }));

    const response = await logIn();

    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      "ratelimit-policy": '"address";q=600;w=60, "account";q=20;w=60',
      ratelimit: '"address";r=599;t=60, "account";r=0;t=42',
    });
  });

  it.each([
    ["fr", "Trop de requêtes. Rien n'a changé. Réessayez plus tard."],
    ["en", "Too many requests. Nothing has changed. Try again later."],
  ])(
    "are refused when a limit is used up, before anything is done (%s)",
    async (language, message) => {
      test.reply(ConsumeQuota, () => ({ retryAfterSeconds: 42, limits: [limit, account] }));

      const response = await logIn({ "accept-language": language });

      expect(response.status).toBe(429);
      expect(response.headers).toMatchObject({
        "retry-after": "42",
        ratelimit: '"address";r=599;t=60, "account";r=0;t=42',
      });
      expect(response.json()).toMatchObject({ success: false, code: "too-many-requests", message });
      expect(test.requests).toEqual([]);
    },
  );

  it("are counted by the address that a trusted proxy names, IPv6 by its network", async () => {
    await logIn({ "x-forwarded-for": "2001:db8:1:2:3:4:5:6" });
    await logIn({ "x-forwarded-for": "203.0.113.7" });

    expect(taken().map(({ data }) => data)).toMatchObject([
      { action: "log-in", address: "2001:db8:1:2::/64", subject: credentials.email.trim() },
      { action: "log-in", address: "203.0.113.7", subject: credentials.email.trim() },
    ]);
  });

  const subjects = () => taken().map(({ data }) => (data as { subject: unknown }).subject);
  const awa = "0191f3a0-0000-7000-8000-00000000000a";

  const deviceOfLast = () =>
    (taken().at(-1)?.data as { device: string } | undefined)?.device ?? "none";

  it("are given something to be known by again, which they send back in a cookie or a header", async () => {
    const first = await logIn();
    const given = deviceOfLast();
    expect(given).toMatch(/^[\w-]{22}$/);
    expect(first.headers).toMatchObject({
      "sanu-device": given,
      "set-cookie": expect.stringContaining(`__Host-sanu-device=${given}; `),
    });

    for (const headers of [{ cookie: `__Host-sanu-device=${given}` }, { "sanu-device": given }]) {
      const again = await logIn(headers);
      expect(deviceOfLast()).toBe(given);
      expect(again.headers).not.toHaveProperty("set-cookie");
    }
    expect(test.requests.at(-1)?.data).toMatchObject({
      source: { address: "127.0.0.1", device: given },
    });
  });

  it("are refused in front of identity while it has too much to do, also with devices that they made up", async () => {
    const join = (headers: Record<string, string> = {}, email = credentials.email) =>
      test.api.call("POST", "/api/v1/waitlist/create", { body: { email }, headers });
    const shows = (device: string | number) => ({ "sanu-device": String(device).padEnd(22, "d") });
    const askOften = async (ask: (each: number) => Promise<unknown>) => {
      test.reset();
      test.reply(ConsumeQuota, () => refuse("service-unavailable"));
      for (let round = 0; round < 4; round += 1) {
        await Promise.all(Array.from({ length: 30 }, (_, each) => ask(30 * round + each)));
      }
      return taken().length;
    };
    test.reply(ConsumeQuota, () => ({ retryAfterSeconds: null, limits: [], isKnown: true }));
    await join(shows("hers"));

    expect(await askOften((each) => join(shows(each), "somebody@example.com"))).toBeLessThan(90);
    // Another flood than theirs is not held against those who show none, and none against whom identity knows.
    test.reset();
    await join({}, "somebody@example.com");
    expect(taken()).toHaveLength(1);
    expect(await askOften(() => join({}, "somebody@example.com"))).toBeLessThan(90);
    expect(await askOften(() => join(shows("hers")))).toBe(120);
    expect(await askOften(() => join())).toBe(120);
    expect(await askOften(() => join(shows("hers"), "somebody@example.com"))).toBeLessThan(90);
    const { status, headers } = await join({}, "somebody@example.com");
    expect([status, headers["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    test.reset();
    expect((await logIn()).status).toBe(200);
    const before = taken().length;
    await eventually("they are let through again", async () => {
      await join({}, "somebody@example.com");
      return taken().length > before;
    });
  });

  it.each(["/auth/login", "/auth/password/reset", "/auth/password/reset-request"])(
    "guess at one account under one count at %s, whatever else they send with it",
    async (path) => {
      const email = "awa@example.com";
      const fields = {
        password: "motdepasse",
        password_confirmation: "motdepasse",
        token: "123456",
      };
      const spellings = [
        { email },
        { user_id: newId(), email },
        { user_id: newId(), subject: newId(), email: `${" ".repeat(300)}${email}` },
        { user_id: "x".repeat(300), email: `${email}\t` },
      ];
      for (const spelling of spellings) {
        await test.api.call("POST", `/api/v1${path}`, { body: { ...fields, ...spelling } });
      }

      expect(subjects()).toEqual(spellings.map(() => email));
    },
  );

  it.each([
    [{ user_id: awa.toUpperCase(), code: "123456" }, awa],
    [{ user_id: awa, email: "another@example.org", code: "123456" }, awa],
    [{ user_id: null, email: "another@example.org", code: "123456" }, "another@example.org"],
  ])("are counted by whom the operation itself acts on: %j", async (body, subject) => {
    await test.api.call("POST", "/api/v1/auth/verify-otp", { body });

    expect(subjects()).toEqual([subject]);
  });

  it.each([
    { user_id: awa },
    { email: `${"a".repeat(300)}@example.org`, code: "123456" },
    { email: 5, code: "123456" },
    { email: "\ud800", code: "123456" },
    {},
  ])("are counted by their address when what they send is wrong: %j", async (body) => {
    const response = await test.api.call("POST", "/api/v1/auth/verify-otp", { body });

    expect(response.status).toBe(422);
    expect(taken().map(({ data }) => data)).toMatchObject([
      { action: "verify-otp", subject: null },
    ]);
    test.reply(ConsumeQuota, () => ({ retryAfterSeconds: 42, limits: [limit] }));
    expect((await test.api.call("POST", "/api/v1/auth/verify-otp", { body })).status).toBe(429);
  });

  it("have no failures any more once they log in, and only then", async () => {
    test.reply(LogIn, () => refuse("invalid-credentials"));
    await logIn();
    test.reset();
    await logIn();

    await eventually("the failures are cleared", () =>
      test.counted.some(({ name }) => name === ClearLoginFailures.name),
    );
    expect(test.counted.map(({ name }) => name)).toEqual(["consume-quota", "clear-login-failures"]);
  });

  it("leave a trail that names nobody, as do refused roles, refused tokens and the staff", async () => {
    test.lines.length = 0;
    test.reply(ConsumeQuota, () => ({ retryAfterSeconds: 42, limits: [limit] }));
    await logIn();
    const staff = { token: signer.token({ roles: ["user", "admin"] }) };
    await test.api.call("GET", "/api/v1/users", { token: signer.token({ roles: ["user"] }) });
    await test.api.call("GET", path, { token: "no token" });
    await test.api.call("GET", "/api/v1/users", staff);
    const change = { ...staff, body: { role: "user", reason: "because" } };
    expect((await test.api.call("PATCH", `/api/v1/users/${newId()}`, change)).status).toBe(202);

    const trail = () => test.lines.filter((line) => line.includes("security event"));
    await eventually("all of it is logged", () => trail().length >= 4);
    const events = trail().map(
      (line) => (JSON.parse(line) as { securityEvent: string }).securityEvent,
    );
    expect(events.toSorted()).toEqual([
      "access-refused",
      "request-throttled",
      "staff-acted",
      "token-refused",
    ]);
    expect(trail().join("")).not.toMatch(/127\.0\.0\.1|awa@|because/i);
    expect(trail()[0]).toMatch(/"network":"[\w-]{22}"/);
  });

  it("wait while nobody can count them, which is 503", async () => {
    test.fail(ConsumeQuota);

    const response = await logIn();

    expect(response.status).toBe(503);
    expect(response.headers["retry-after"]).toBe("1");
    expect(test.requests).toEqual([]);
  });
});

describe("a user", () => {
  it("may ask sixty times a minute unless the settings say otherwise", async () => {
    const test = await startGateway({ signer, env: { REQUESTS_PER_USER_AND_MINUTE: "60" } });
    try {
      const token = signer.token({ sub: newId() });
      const responses = await Promise.all(
        Array.from({ length: 61 }, () => test.api.call("GET", path, { token })),
      );
      const refused = responses.filter(({ status }) => status === 429);

      expect(responses.filter(({ status }) => status === 200)).toHaveLength(60);
      expect(refused).toHaveLength(1);
      expect(refused[0]?.headers).toMatchObject({
        "ratelimit-policy": '"user";q=60;w=60',
        ratelimit: expect.stringMatching(/^"user";r=0;t=\d+$/),
        "retry-after": expect.stringMatching(/^[1-9]\d?$/),
      });
      const other = await test.api.call("GET", path, { token: signer.token({ sub: newId() }) });
      expect(other.headers["ratelimit"]).toMatch(/^"user";r=59;t=\d+$/);
    } finally {
      await test.stop();
    }
  });

  it("has a part of that at each of several gateways", async () => {
    const env = { REQUESTS_PER_USER_AND_MINUTE: "60", GATEWAY_REPLICAS: "4" };
    const test = await startGateway({ signer, env });
    try {
      const response = await test.api.call("GET", path, { token: signer.token() });

      expect(response.headers["ratelimit-policy"]).toBe('"user";q=15;w=60');
    } finally {
      await test.stop();
    }
  });
});
