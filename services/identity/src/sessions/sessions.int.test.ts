import { LogIn, LogOut, RecordTokenUse } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { useIdentity } from "../identity.fixture.ts";
import { openSession } from "./open-session.ts";
import { revokeSessions } from "./revoke-sessions.ts";
import { sessionLimits } from "./session-limits.ts";
import { claimsOf, isLive, loggedIn, newcomer, refresh, refreshed } from "./sessions.fixture.ts";

const unauthenticated = { kind: "refused", refusal: { code: "unauthenticated" } };

const identity = await useIdentity();

const logOut = (sessionId: string) => identity.request(LogOut, { sessionId });
const revocationsOf = (id: string) =>
  identity.database.query(
    CompiledQuery.raw("select sequence from revocations where revoked_id = $1", [id]),
  );

describe("a session", () => {
  it("begins with a login, ends with the logout, and touches no other", async () => {
    const { who, token } = await newcomer(identity);
    const other = await loggedIn(identity, who);
    expect(other.sessionId).not.toBe(token.sessionId);
    expect(await isLive(identity, token)).toBe(true);

    await logOut(token.sessionId);
    expect(await isLive(identity, token)).toBe(false);
    expect(await isLive(identity, other)).toBe(true);
  });

  it("is ended once, however often and by however many", async () => {
    const { token } = await newcomer(identity);
    await Promise.all(Array.from({ length: 20 }, () => logOut(token.sessionId)));
    await logOut(token.sessionId);

    expect(await revocationsOf(token.sessionId)).toHaveLength(1);
  });

  it("that nobody knows is ended too, once: a restored database may have lost it, and tokens of it live", async () => {
    const sessionId = newId();
    for (let time = 0; time < 2; time += 1) {
      expect(await logOut(sessionId)).toEqual({ kind: "replied", data: {} });
    }
    expect(await revocationsOf(sessionId)).toHaveLength(1);
  });

  it("ends with every token that it was refreshed to", async () => {
    const { token } = await newcomer(identity);
    const second = await refreshed(identity, token);
    const third = await refreshed(identity, second);
    await logOut(third.sessionId);

    for (const each of [token, second, third]) {
      expect(await isLive(identity, each)).toBe(false);
      expect(await refresh(identity, each)).toEqual(unauthenticated);
    }
  });

  it("is one of so many; one more ends the oldest", async () => {
    const { who, token } = await newcomer(identity);
    const tokens = [token];
    for (let session = 2; session <= sessionLimits.sessionsMax; session += 1) {
      tokens.push(await loggedIn(identity, who));
    }
    expect(await isLive(identity, token)).toBe(true);
    await loggedIn(identity, who);

    expect(await isLive(identity, token)).toBe(false);
    expect(await Promise.all(tokens.slice(1).map((each) => isLive(identity, each)))).toEqual(
      tokens.slice(1).map(() => true),
    );
  });

  it("is not opened for an account that was closed, or got another password, since it was looked at", async () => {
    const { token } = await newcomer(identity);
    const { accountId } = token;
    const at = identity.clock.now();
    const since = async () => {
      const [row] = await identity.database.query<{ changed_at: typeof at }>(
        CompiledQuery.raw("select changed_at from credentials where account_id = $1", [accountId]),
      );
      return row?.changed_at ?? at;
    };
    const open = async (passwordSince: typeof at) =>
      openSession(identity.database, { accountId, passwordSince, at });
    const setStatus = (status: string) =>
      identity.database.query(
        CompiledQuery.raw("update accounts set status = $2 where account_id = $1", [
          accountId,
          status,
        ]),
      );

    expect(await open(await since())).toMatchObject({ accountId, roles: ["user"] });
    expect(await open(identity.clock.now())).toBeDefined();
    identity.clock.advanceMs(1_000);
    expect(await open(identity.clock.now())).toBeUndefined();
    for (const status of ["deactivated", "suspended", "pending"]) {
      await setStatus(status);
      expect(await open(await since())).toBeUndefined();
    }
    await setStatus("active");
    expect(await open(await since())).toBeDefined();
  });

  it("that is opened while its account's sessions are being ended is either ended or not opened", async () => {
    const { who, token } = await newcomer(identity);
    let login: Promise<unknown> = Promise.resolve();
    await identity.database.transaction(async (session) => {
      const { accountId } = token;
      await session.query(
        CompiledQuery.raw("update accounts set status = 'suspended' where account_id = $1", [
          accountId,
        ]),
      );
      login = identity.request(LogIn, { email: who.email, password: who.password });
      // Long enough for the login to reach the lock, which it waits for.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const at = identity.clock.now();
      await session.query(revokeSessions(accountId, "suspended", { at }));
    });

    expect(await login).toEqual({ kind: "refused", refusal: { code: "invalid-credentials" } });
    expect(await isLive(identity, token)).toBe(false);
  });
});

describe("a refreshed token", () => {
  it("is new, lives for sixty minutes more, and names the one it replaces", async () => {
    const { token } = await newcomer(identity);
    identity.clock.advanceMs(1_800_000);
    const result = await refresh(identity, token);
    if (result.kind !== "replied") throw new Error("refused");
    const [before, after] = [claimsOf(token.text), claimsOf(result.data.token)];

    expect(result.data.expiresInSeconds).toBe(3_600);
    expect(after).toMatchObject({ sub: token.accountId, sid: token.sessionId, roles: ["user"] });
    expect(after["replaces"]).toBe(before["jti"]);
    expect(Number(after["exp"])).toBe(Number(before["exp"]) + 1_800);
    expect(result.data.user.id).toBe(token.accountId);
  });

  it("is the same one when it is asked for again, also of another replica and at the same moment", async () => {
    const { token } = await newcomer(identity);
    const replica = await identity.startReplica();
    const results = await Promise.all(Array.from({ length: 20 }, () => refreshed(identity, token)));
    await replica.stop();
    identity.clock.advanceMs(30_000);
    results.push(await refreshed(identity, token));

    expect(new Set(results.map(({ text }) => text)).size).toBe(1);
  });

  it("lets the old one live until a minute after its own first use", async () => {
    const { token } = await newcomer(identity);
    const next = await refreshed(identity, token);
    identity.clock.advanceMs(1_800_000);
    expect(await isLive(identity, token)).toBe(true);

    await identity.request(RecordTokenUse, { tokenId: next.tokenId });
    identity.clock.advanceMs(sessionLimits.overlapMs - 1);
    expect(await isLive(identity, token)).toBe(true);
    expect((await refreshed(identity, token)).text).toBe(next.text);
    identity.clock.advanceMs(1);
    expect(await isLive(identity, token)).toBe(false);
    expect(await refresh(identity, token)).toEqual(unauthenticated);
    expect(await isLive(identity, next)).toBe(true);
  });

  it("is used for the first time once, whoever tells it and how often", async () => {
    const { token } = await newcomer(identity);
    const next = await refreshed(identity, token);
    const use = () => identity.request(RecordTokenUse, { tokenId: next.tokenId });
    await Promise.all(Array.from({ length: 10 }, use));
    identity.clock.advanceMs(30_000);
    await use();

    expect(await revocationsOf(token.tokenId)).toHaveLength(1);
    identity.clock.advanceMs(sessionLimits.overlapMs - 30_000);
    expect(await isLive(identity, token)).toBe(false);
  });

  it("needs no end of a token that ends sooner by itself", async () => {
    const { token } = await newcomer(identity);
    identity.clock.advanceMs(3_600_000 - sessionLimits.overlapMs);
    const next = await refreshed(identity, token);
    await identity.request(RecordTokenUse, { tokenId: next.tokenId });

    expect(await revocationsOf(token.tokenId)).toEqual([]);
  });

  it("is refused for a token that is over, and for another session's or account's", async () => {
    const [mine, theirs] = [await newcomer(identity), await newcomer(identity)];
    const { token } = mine;
    expect(await refresh(identity, { ...token, sessionId: theirs.token.sessionId })).toEqual(
      unauthenticated,
    );
    expect(await refresh(identity, { ...token, accountId: theirs.token.accountId })).toEqual(
      unauthenticated,
    );
    expect(await refresh(identity, { ...token, tokenId: newId() })).toEqual(unauthenticated);
    identity.clock.advanceMs(3_600_000);
    expect(await refresh(identity, token)).toEqual(unauthenticated);
  });

  it("is refused when the session has lasted a day, which no token of it outlives", async () => {
    let { token } = await newcomer(identity);
    const began = Number(claimsOf(token.text)["iat"]);
    for (let lastedMs = 0; lastedMs < sessionLimits.sessionLifeMs - 1_800_000; ) {
      identity.clock.advanceMs(1_800_000);
      lastedMs += 1_800_000;
      token = await refreshed(identity, token);
    }
    expect(await isLive(identity, token)).toBe(true);
    const ends = Number(claimsOf(token.text)["exp"]);
    expect(ends - began).toBe(sessionLimits.sessionLifeMs / 1_000);
    identity.clock.advanceMs(1_800_000);

    expect(await isLive(identity, token)).toBe(false);
    expect(await refresh(identity, token)).toEqual(unauthenticated);
  });
});
