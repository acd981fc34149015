import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLogger } from "../logger/create-logger.ts";
import { signingKeyLimits } from "./limits.ts";
import { createSigningKeys, type SigningKeys } from "./signing-keys.ts";

type Answer = readonly unknown[] | undefined;

const logger = createLogger({ service: "gateway-api", level: "silent" });
const key = (kid: string) => ({
  ...generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }),
  kid,
  alg: "EdDSA",
  use: "sig",
});

describe("the keys that verify tokens", () => {
  let keys: SigningKeys;

  /** Identity answers one after the other; the last answer stands. */
  function keysAfter(...responses: [Answer, ...Answer[]]): SigningKeys {
    let next = 0;
    const readKeys = () => Promise.resolve(responses[Math.min(next++, responses.length - 1)]);
    keys = createSigningKeys({ readKeys, logger });
    return keys;
  }

  beforeEach(() => vi.useFakeTimers());
  afterEach(async () => {
    await keys.stop();
    vi.useRealTimers();
  });

  it.each([
    ["cannot be reached", undefined],
    ["names none", []],
    ["names only keys of other kinds", [{ kty: "RSA", kid: "one" }]],
  ])("are asked for again soon where identity %s", async (_, response) => {
    await keysAfter(response, [key("one")]).start();
    expect(keys.areLoaded()).toBe(false);
    expect((await keys.find("one")).kind).toBe("unavailable");

    await vi.advanceTimersByTimeAsync(signingKeyLimits.keysRetryMs);
    expect(keys.areLoaded()).toBe(true);
    expect((await keys.find("one")).kind).toBe("found");
  });

  it("are asked for at once where identity shows that it is there, and no more by that once one is known", async () => {
    const reads = vi.fn<() => Promise<Answer>>(() => Promise.resolve([key("one")]));
    reads.mockResolvedValueOnce(undefined);
    keys = createSigningKeys({ readKeys: reads, logger });
    await keys.start();
    keys.expectKeys();
    await vi.advanceTimersByTimeAsync(0);
    expect(keys.areLoaded()).toBe(true);

    keys.expectKeys();
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it("stay where identity suddenly names none, and a new one cannot be told from a forged one", async () => {
    await keysAfter([key("one")], []).start();
    await vi.advanceTimersByTimeAsync(signingKeyLimits.keysRefreshMs);

    expect((await keys.find("one")).kind).toBe("found");
    expect((await keys.find("two")).kind).toBe("unavailable");
  });

  it("are read again for an id that nobody knows, once a second", async () => {
    const reads = vi.fn<() => Promise<Answer>>(() => Promise.resolve([key("one")]));
    keys = createSigningKeys({ readKeys: reads, logger });
    await keys.start();
    await keys.find("two");
    expect(reads).toHaveBeenCalledTimes(1);

    await vi.advanceTimersByTimeAsync(signingKeyLimits.keysRetryMs);
    expect((await keys.find("two")).kind).toBe("unknown");
    await keys.find("three");
    expect(reads).toHaveBeenCalledTimes(2);
  });
});
