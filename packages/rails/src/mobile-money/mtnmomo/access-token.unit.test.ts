import { describe, expect, it } from "vitest";
import type { ProviderRequest, ProviderResponse } from "../../http/provider-http.ts";
import { emptyResponse, response } from "../../http/samples.ts";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { callWithToken, createAccessTokens, readToken } from "./access-token.ts";

const left = () => 1_000;

/** A provider that gives out `t1`, `t2` … for an hour each and takes only the newest. */
function provider(lifeSeconds = 3_600) {
  const calls: (string | undefined)[] = [];
  let [given, nowMs] = [0, 0];
  let takes = (token: string | undefined) => token === `Bearer t${given}`;
  const fetchToken = async (): Promise<ProviderResponse> => {
    given += 1;
    return response(200, { access_token: `t${given}`, expires_in: lifeSeconds });
  };
  const tokens = createAccessTokens(fetchToken, () => nowMs);
  const http = {
    async call({ headers }: ProviderRequest): Promise<ProviderResponse> {
      const authorization = headers?.["authorization"];
      calls.push(authorization);
      return takes(authorization) ? emptyResponse(202) : response(401, {});
    },
  };
  return {
    calls,
    tokensGiven: () => given,
    later: (ms: number) => void (nowMs += ms),
    takesNone: () => void (takes = () => false),
    revoke: () => void (given += 1),
    call: () => callWithToken(http, tokens, { method: "POST", path: "/", left }),
  };
}

describe("a token", () => {
  it("serves many calls until a minute before its end, and is then renewed", async () => {
    const { call, calls, later } = provider();
    await call();
    later(3_539_999);
    await call();
    later(1);
    await call();
    expect(calls).toEqual(["Bearer t1", "Bearer t1", "Bearer t2"]);
  });

  it("that lives for a minute serves half of it", async () => {
    const { call, tokensGiven, later } = provider(60);
    await call();
    later(29_999);
    await call();
    expect(tokensGiven()).toBe(1);
    later(1);
    await call();
    expect(tokensGiven()).toBe(2);
  });

  it.each(["a\nb", "a b", "jeton é", "\u007f"])(
    "is none where no header takes it, and is asked for again: %j",
    (access_token) => {
      const odd = response(200, { access_token, expires_in: 3_600 });
      expect(readToken(odd, 0)).toEqual({ kind: "none", response: odd });
    },
  );

  it("is fetched once for all that ask at the same time", async () => {
    const { call, tokensGiven } = provider();
    const responses = await Promise.all(Array.from({ length: 50 }, call));
    expect(responses.every((one) => one.kind === "response" && one.status === 202)).toBe(true);
    expect(tokensGiven()).toBe(1);
  });

  it("that is refused is renewed once, and the call made again", async () => {
    const { call, calls, revoke } = provider();
    await call();
    revoke();
    expect(await call()).toMatchObject({ status: 202 });
    expect(calls).toEqual(["Bearer t1", "Bearer t1", "Bearer t3"]);
  });

  it("that is refused to many at once is renewed once", async () => {
    const { call, tokensGiven, revoke } = provider();
    await call();
    revoke();
    await Promise.all(Array.from({ length: 20 }, call));
    expect(tokensGiven()).toBe(3);
  });

  it("whose renewal is refused as well ends the call, which is unknown", async () => {
    const { call, calls, takesNone } = provider();
    takesNone();
    const answer = await call();
    expect(unknownResponse(answer)).toEqual({ kind: "unknown", cause: "not-permitted" });
    expect(calls).toHaveLength(2);
  });

  it("that does not come keeps nobody longer than he may wait, and the next one asks again", async () => {
    const hanging = Promise.withResolvers<ProviderResponse>();
    let asked = 0;
    const tokens = createAccessTokens(() => {
      asked += 1;
      return asked === 1 ? hanging.promise : Promise.resolve(tokenBody);
    });
    const tokenBody = response(200, { access_token: "t", expires_in: 3_600 });
    expect(await tokens.get(1)).toMatchObject({ kind: "none" });
    hanging.resolve({ kind: "no-response", cause: "no-response" });
    await hanging.promise;
    await new Promise(setImmediate);
    expect(await tokens.get(1_000)).toMatchObject({ kind: "token", token: "t" });
  });

  isUnknownAfter(
    (given) => {
      const read = readToken(given, 0);
      return read.kind === "token" ? read : unknownResponse(read.response);
    },
    [
      ["no life", response(200, { access_token: "t", expires_in: 0 })],
      ["no token", response(200, { expires_in: 3_600 })],
    ],
  );
});
