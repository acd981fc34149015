import { createHash } from "node:crypto";
import { newId } from "@sanu/kernel";
import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { keyLimits } from "../limits.ts";
import { createApiKeys } from "./api-keys.ts";

const keyOf = (number: number) => `sanu_${String(number).padStart(12, "0")}_${"a".repeat(43)}`;
const request = {
  ip: "203.0.113.7",
  id: newId(),
  deadlineAt: 0,
  traceparent: undefined,
} as unknown as FastifyRequest;
const ours = keyOf(1);
const found = {
  keyId: newId(),
  accountId: newId(),
  scopes: [],
  requestsPerMinute: 600,
  expiresAt: "2999-01-01T00:00:00.000000Z",
};

/** Identity knows one key, and can be away. While messages of revocations are missing nothing is remembered. */
function started({ isFresh = false } = {}) {
  const known = createHash("sha256").update(ours).digest("base64url");
  const identity = { isAway: false, asked: 0 };
  const ask = async (_definition: unknown, { keyHash }: { readonly keyHash: string }) => {
    identity.asked += 1;
    if (identity.isAway) return { kind: "unavailable", cause: "timeout" };
    return { kind: "replied", data: { found: keyHash === known ? found : null } };
  };
  let revokedFromMs: number | undefined;
  const revoked = new Set<string>();
  let nowMs = Date.now;
  const feed = {
    isRevoked: (id: string) => revoked.has(id),
    findRevokedFromMs: () => revokedFromMs,
    isFresh: () => isFresh,
    nowMs: () => nowMs(),
  };
  const revokeKey = (): void => void revoked.add(found.keyId);
  const setNow = (moment: string): void => void (nowMs = () => Date.parse(moment));
  const revokeAccount = (fromMs: number): void => void (revokedFromMs = fromMs);
  const findByKey = createApiKeys((() => ({ request: ask })) as never, feed);
  const kindOf = async (key: string) => (await findByKey(request, key)).kind;
  /** An address shows as many keys that nobody has as it may in a minute. */
  const guessAll = async () => {
    for (let guess = 0; guess < keyLimits.missesPerMinute; guess += 1) {
      expect(await kindOf(keyOf(guess + 2))).toBe("invalid");
    }
  };
  return { identity, kindOf, guessAll, revokeAccount, revokeKey, setNow };
}

describe("the key of a machine", () => {
  it("is as good as before once identity is back, however often it was shown meanwhile", async () => {
    const { identity, kindOf } = started();
    identity.isAway = true;
    for (let time = 0; time <= keyLimits.missesPerMinute; time += 1) {
      expect(await kindOf(ours)).toBe("unavailable");
    }
    identity.isAway = false;
    expect(await kindOf(ours)).toBe("verified");
  });

  it("may be shown as often as it likes while nothing is remembered", async () => {
    const { kindOf } = started();
    for (let time = 0; time <= keyLimits.missesPerMinute; time += 1) {
      expect(await kindOf(ours)).toBe("verified");
    }
  });

  it("is not refused for keys that a neighbour invents", async () => {
    const { kindOf, guessAll } = started();
    expect(await kindOf(ours)).toBe("verified");
    await guessAll();
    expect(await kindOf(ours)).toBe("verified");
  });

  it("is asked about again once its account lost its access, and is remembered behind that as before", async () => {
    const { identity, kindOf, revokeAccount } = started({ isFresh: true });
    for (let time = 0; time < 2; time += 1) expect(await kindOf(ours)).toBe("verified");
    expect(identity.asked).toBe(1);
    revokeAccount(Date.now());
    for (let time = 0; time < 2; time += 1) expect(await kindOf(ours)).toBe("verified");
    expect(identity.asked).toBe(3);
    revokeAccount(Date.now() - keyLimits.commitMsMax - 1);
    for (let time = 0; time < 2; time += 1) expect(await kindOf(ours)).toBe("verified");
    expect(identity.asked).toBe(3);
  });

  it("is good no more from the message on that it is revoked, also while it is remembered", async () => {
    const { identity, kindOf, revokeKey } = started({ isFresh: true });
    for (let time = 0; time < 2; time += 1) expect(await kindOf(ours)).toBe("verified");
    expect(identity.asked).toBe(1);
    revokeKey();
    // Identity can still say otherwise: a reply and the message that it is revoked cross.
    expect(await kindOf(ours)).toBe("invalid");
    identity.isAway = true;
    expect(await kindOf(ours)).toBe("unavailable");
  });

  it("is asked about again from the moment of its end on, and not before", async () => {
    const { identity, kindOf, setNow } = started({ isFresh: true });
    for (const moment of ["2998-12-31T23:59:59.999Z", "2998-12-31T23:59:59.999Z"]) {
      setNow(moment);
      expect(await kindOf(ours)).toBe("verified");
    }
    expect(identity.asked).toBe(1);
    setNow(found.expiresAt);
    await kindOf(ours);
    expect(identity.asked).toBe(2);
  });

  it("is not called unknown where nobody asked for it: its address has shown too many that are", async () => {
    const { identity, kindOf, guessAll } = started({ isFresh: true });
    await guessAll();
    const { asked } = identity;
    expect(await kindOf(ours)).toBe("unavailable");
    expect(await kindOf(keyOf(999))).toBe("unavailable");
    expect(identity.asked).toBe(asked);
  });
});
