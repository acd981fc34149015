import { CheckSession, LogOut, RefreshToken } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { refuse } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { isReady, startGateway, useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

const signer = createTokenSigner();
const path = "/api/v1/transactions/remaining";
const test = useGateway({ signer });

const statusOf = async (token: string) => (await test.api.call("GET", path, { token })).status;
const requestNames = () => test.requests.map(({ name }) => name);

describe("a token that is over before its time", () => {
  it("is refused as soon as its session is known to be over, whichever token of it comes", async () => {
    const sid = newId();
    const [seen, unseen] = [signer.token({ sid }), signer.token({ sid })];
    expect(await statusOf(seen)).toBe(200);

    test.revoke(sid);

    await eventually("the news arrived", async () => (await statusOf(seen)) === 401);
    const response = await test.api.call("GET", path, { token: unseen });
    expect(response.status).toBe(401);
    expect(response.json()).toMatchObject({ message: "Unauthenticated.", code: "unauthenticated" });
    expect(await statusOf(signer.token())).toBe(200);
  });

  it("is refused by its own id, and its session goes on", async () => {
    const sid = newId();
    const jti = newId();
    const [old, next] = [signer.token({ sid, jti }), signer.token({ sid })];
    expect(await statusOf(old)).toBe(200);
    test.revoke(jti);

    await eventually("the news arrived", async () => (await statusOf(old)) === 401);
    expect(await statusOf(next)).toBe(200);
  });

  it("needs no question while the news comes in", async () => {
    const token = signer.token();
    await statusOf(token);
    await statusOf(token);

    expect(requestNames()).toEqual(["get-remaining", "get-remaining"]);
  });
});

describe("refreshing", () => {
  it("answers as a login does, with the new token", async () => {
    const [sid, jti] = [newId(), newId()];
    const token = signer.token({ sub: user.id, sid, jti });
    const response = await test.api.call("POST", "/api/v1/auth/refresh", { token });

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      message: "Session prolongée.",
      data: {
        token: "header.new-claims.signature",
        access_token: "header.new-claims.signature",
        token_type: "Bearer",
        expires_in: 3_600,
        user,
      },
    });
    expect(test.requests[0]?.data).toEqual({ accountId: user.id, sessionId: sid, tokenId: jti });
    const english = await test.api.call("POST", "/api/v1/auth/refresh", {
      token,
      headers: { "accept-language": "en" },
    });
    expect(english.json()).toMatchObject({ message: "Session extended." });
  });

  it("is refused when identity knows the session no more", async () => {
    test.reply(RefreshToken, () => refuse("unauthenticated"));
    const response = await test.api.call("POST", "/api/v1/auth/refresh", { token: signer.token() });

    expect(response.status).toBe(401);
    expect(response.json()).toMatchObject({ message: "Unauthenticated." });
  });

  it("needs a token: the staging user id has none to replace", async () => {
    const headers = { "x-staging-user-id": user.id };
    expect((await test.api.call("POST", "/api/v1/auth/refresh", { headers })).status).toBe(401);
    expect(requestNames()).not.toContain("refresh-token");
  });

  it("is told to identity when the new token is used for the first time, and not again", async () => {
    const jti = newId();
    const token = signer.token({ jti, replaces: newId() });
    for (let use = 0; use < 3; use += 1) expect(await statusOf(token)).toBe(200);
    await statusOf(signer.token());

    const uses = test.requests.filter(({ name }) => name === "record-token-use");
    expect(uses.map(({ data }) => data)).toEqual([{ tokenId: jti }]);
  });
});

describe("logging out", () => {
  it("ends the session of the token", async () => {
    const sid = newId();
    const token = signer.token({ sid });
    const response = await test.api.call("POST", "/api/v1/auth/logout", { token });

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({ success: true, message: "Déconnexion réussie." });
    expect(test.requests.map(({ name, data }) => [name, data])).toEqual([
      ["log-out", { sessionId: sid }],
    ]);
    const english = await test.api.call("POST", "/api/v1/auth/logout", {
      token,
      headers: { "accept-language": "en" },
    });
    expect(english.json()).toEqual({ success: true, message: "Logged out." });
  });

  it("ends nothing for a staging user id, which has no session", async () => {
    const headers = { "x-staging-user-id": user.id };
    const response = await test.api.call("POST", "/api/v1/auth/logout", { headers });

    expect(response.status).toBe(200);
    expect(requestNames()).toEqual(["find-principal"]);
  });

  it("is not said to be done when identity could not be asked", async () => {
    test.fail(LogOut);
    const response = await test.api.call("POST", "/api/v1/auth/logout", { token: signer.token() });

    expect(response.status).toBe(503);
    expect(response.headers["retry-after"]).toBe("1");
  });
});

describe("the public keys", () => {
  it("are published as a JSON Web Key Set", async () => {
    const response = await test.api.call("GET", "/.well-known/jwks.json");

    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toContain("application/jwk-set+json");
    expect(response.json()).toEqual({ keys: [signer.publicJwk] });
  });

  it("are not there before identity has named them", async () => {
    const early = await startGateway({ signer, failing: ["get-signing-keys"] });
    try {
      expect((await early.api.call("GET", "/.well-known/jwks.json")).status).toBe(503);
    } finally {
      await early.stop();
    }
  });
});

describe("a gateway that hears nothing from identity", () => {
  it("asks for every request, and without an answer lets nobody in", async () => {
    const silent = await startGateway({ signer });
    const token = signer.token();
    const call = () => silent.api.call("GET", path, { token });
    const checks = () => silent.requests.filter(({ name }) => name === "check-session");
    try {
      expect((await call()).status).toBe(200);
      expect(checks()).toEqual([]);
      silent.silence();
      await eventually("identity is asked", async () => {
        await call();
        return checks().length > 0;
      });
      expect((await call()).status).toBe(200);

      silent.reply(CheckSession, () => ({ isLive: false }));
      expect((await call()).status).toBe(401);

      silent.fail(CheckSession);
      const response = await call();
      expect(response.status).toBe(503);
      expect(response.headers["retry-after"]).toBe("1");
    } finally {
      await silent.stop();
    }
  });

  it("is not ready before it has loaded what was revoked, and becomes ready by itself", async () => {
    const early = await startGateway({ signer, failing: ["list-revocations", "check-session"] });
    const token = signer.token();
    try {
      await eventually("the keys are there", async () => {
        const ready = await fetch(`http://127.0.0.1:${early.gateway.healthPort()}/readyz`);
        const { checks } = (await ready.json()) as { checks: Record<string, string> };
        return checks["keys"] === "ok" && checks["revocations"] === "not loaded yet";
      });
      expect((await early.api.call("GET", path, { token })).status).toBe(503);
      early.reset();
      await eventually("the gateway is ready", () => isReady(early.gateway));
      expect((await early.api.call("GET", path, { token })).status).toBe(200);
    } finally {
      await early.stop();
    }
  });
});
