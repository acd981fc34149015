import { createHmac, timingSafeEqual } from "node:crypto";
import { epochMsOf, type Instant } from "@sanu/kernel";
import { readJson } from "../http/read-json.ts";
import type { CallbackReading, ProviderCallback } from "../ports/callback.ts";

export const callbackLimits = {
  /** A callback older than this, or dated further ahead, may be a replay. */
  ageMsMax: 300_000,
  bodyBytesMax: 65_536,
} as const;

type Rejection = Extract<CallbackReading, { readonly kind: "rejected" }>;

interface SignedCallback {
  /** `t=<unix seconds>,s=<hex HMAC-SHA-256 of "<t>.<raw body>">`; several `s` where a secret is being changed. */
  readonly signature: string | undefined;
  readonly secrets: readonly string[];
  readonly callback: ProviderCallback;
}

const signatureShape = /^t=(\d{1,12})((?:,s=[0-9a-f]{64}){1,4})$/;

/** In constant time, then age: nothing of an unsigned body is read. Null where the callback is genuine and fresh. */
export function findForgery(
  { signature, secrets, callback: { rawBody } }: SignedCallback,
  now: Instant,
): Rejection | null {
  const [, time, signatures] = signatureShape.exec(signature ?? "") ?? [];
  if (time === undefined || signatures === undefined) return rejected("bad-signature");
  if (rawBody.length > callbackLimits.bodyBytesMax) return rejected("malformed");
  const given = signatures.slice(3).split(",s=");
  const isGenuine = secrets.some((secret) => {
    const expected = createHmac("sha256", secret).update(`${time}.`).update(rawBody).digest();
    return given.some((one) => timingSafeEqual(expected, Buffer.from(one, "hex")));
  });
  if (!isGenuine) return rejected("bad-signature");
  return isFresh(Number(time) * 1_000, now) ? null : rejected("stale");
}

export function isFresh(epochMs: number, now: Instant): boolean {
  return Math.abs(epochMsOf(now) - epochMs) <= callbackLimits.ageMsMax;
}

export function rejected(reason: Rejection["reason"]): Rejection {
  return { kind: "rejected", reason };
}

/** `undefined` for bytes that are no JSON in UTF-8. */
export function parsedBody(rawBody: Uint8Array): unknown {
  try {
    return readJson(new TextDecoder("utf-8", { fatal: true }).decode(rawBody));
  } catch {
    return undefined;
  }
}
