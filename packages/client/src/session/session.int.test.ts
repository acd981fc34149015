import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ApiServer,
  answer,
  breakOff,
  type Got,
  refuse,
  startApiServer,
  type Turn,
} from "../api-server.fixture.ts";
import { createClient, memorySession, type SessionState } from "../index.ts";

let server: ApiServer;

beforeEach(async () => {
  server = await startApiServer();
});
afterEach(() => server.close());

const remaining = "GET /transactions/remaining";
const refresh = "POST /auth/refresh";
const who = { email: "awa@example.org", password: "long enough" };
const issue = (token: string, headers = {}) =>
  answer({ data: { token, expires_in: 3_600, user: { id: "u1" } } }, 200, headers);
/** Knows one token and no other. */
const knowing =
  (token: string): Turn =>
  (response, got: Got) =>
    (got.headers.authorization === `Bearer ${token}`
      ? answer({ remaining: 97 })
      : refuse(401, "unauthenticated"))(response, got);
const tokensOf = (operation: string) =>
  server.requestsOf(operation).map(({ headers }) => headers.authorization);

const soon = (token: string): SessionState => ({ token, expiresAtMs: Date.now() + 60_000 });
const fresh = (token: string): SessionState => ({ token, expiresAtMs: Date.now() + 3_600_000 });
async function clientWith(state: SessionState) {
  const session = memorySession();
  await session.save(state);
  const sanu = createClient({ baseUrl: server.url, session });
  return { session, read: () => sanu.get("/transactions/remaining"), sanu };
}

describe("a session", () => {
  it("begins with a login, whose token every call shows, and ends with a logout", async () => {
    server.on("POST /auth/login", issue("t1"));
    server.on(remaining, answer({ remaining: 97 }));
    server.on("POST /auth/logout", answer({}));
    const sanu = createClient({ baseUrl: server.url });

    expect((await sanu.logIn(who)).id).toBe("u1");
    await sanu.get("/transactions/remaining");
    await sanu.logOut();
    await sanu.get("/transactions/remaining");

    expect(tokensOf(remaining)).toEqual(["Bearer t1", undefined]);
    expect(tokensOf("POST /auth/logout")).toEqual(["Bearer t1"]);
  });

  it("is forgotten here also when the logout reaches nobody", async () => {
    const { session, sanu } = await clientWith(fresh("t1"));
    server.on("POST /auth/logout", breakOff);

    await expect(sanu.logOut()).rejects.toThrow("unknown whether it was done");
    expect(await session.load()).toEqual({});
  });

  it("shows no token where nobody has to be logged in, but the device it was given", async () => {
    server.on("POST /auth/login", issue("t1", { "sanu-device": "d1" }));
    const { sanu, session } = await clientWith(fresh("old"));

    await sanu.logIn(who);
    await sanu.logIn(who);

    expect(tokensOf("POST /auth/login")).toEqual([undefined, undefined]);
    const devices = server.requests.map(({ headers }) => headers["sanu-device"]);
    expect(devices).toEqual([undefined, "d1"]);
    expect(await session.load()).toMatchObject({ token: "t1", device: "d1" });
  });
});

describe("a token", () => {
  it("is renewed before it ends, once for all who call meanwhile", async () => {
    const { read, session } = await clientWith(soon("t1"));
    server.on(refresh, (response, got) => {
      setTimeout(() => void issue("t2")(response, got), 100);
    });
    server.on(remaining, knowing("t2"));

    await Promise.all([read(), read(), read()]);

    expect(tokensOf(refresh)).toEqual(["Bearer t1"]);
    expect(new Set(tokensOf(remaining))).toEqual(new Set(["Bearer t2"]));
    expect(await session.load()).toMatchObject({ token: "t2" });
  });

  it("is asked for again when the answer with it is lost", async () => {
    const { read } = await clientWith(soon("t1"));
    server.on(refresh, breakOff, issue("t2"));
    server.on(remaining, knowing("t2"));

    await read();

    expect(tokensOf(refresh)).toEqual(["Bearer t1", "Bearer t1"]);
  });

  it("that is refused is renewed once, and the call made again", async () => {
    const { read } = await clientWith(fresh("t1"));
    server.on(refresh, issue("t2"));
    server.on(remaining, knowing("t2"));

    expect((await read()).body.remaining).toBe(97);
    expect(tokensOf(remaining)).toEqual(["Bearer t1", "Bearer t2"]);
  });

  it("that is refused again behind its renewal is the caller's to hear of", async () => {
    const { read } = await clientWith(fresh("t1"));
    server.on(refresh, issue("t2"));
    server.on(remaining, refuse(401, "unauthenticated"));

    await expect(read()).rejects.toMatchObject({ code: "unauthenticated" });
    expect(server.requests).toHaveLength(3);
  });

  it("that cannot be renewed any more is forgotten", async () => {
    const { read, session } = await clientWith({ ...fresh("t1"), device: "d1" });
    server.on(refresh, refuse(401, "unauthenticated"));
    server.on(remaining, refuse(401, "unauthenticated"));

    await expect(read()).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await session.load()).toEqual({ device: "d1" });
  });

  it("is kept, and used, while nobody can renew it", async () => {
    const { read, session } = await clientWith(soon("t1"));
    server.on(refresh, refuse(503, "service-unavailable", { "retry-after": "3600" }));
    server.on(remaining, knowing("t1"));

    await read();
    expect(await session.load()).toMatchObject({ token: "t1" });
  });

  it("of another tab, which was first, is taken over without a renewal", async () => {
    const { read, session } = await clientWith(fresh("t1"));
    server.on(remaining, async (response, got) => {
      if (got.headers.authorization === "Bearer t1") await session.save(fresh("t2"));
      await knowing("t2")(response, got);
    });

    await read();
    expect(tokensOf(refresh)).toEqual([]);
  });
});
