import { createHmac } from "node:crypto";
import type { RequestSource } from "@sanu/contracts";
import type { Secret } from "@sanu/platform";
import { throttleLimits } from "./throttle-limits.ts";

/** Where a request comes from, under keyed hashes, so that what is stored of it names nobody. */
export interface Source {
  readonly network: string;
  /** Null where the client sends back nothing of what it got from us. */
  readonly device: string | null;
  /** The same under the other pepper, while peppers change. */
  readonly other?: Omit<Source, "other">;
}

/** Where none is named, all come from one network. */
export function sourceOf(
  pepper: Secret,
  given: RequestSource | undefined,
  otherPepper?: Secret,
): Source {
  const { address = "", device = null } = given ?? {};
  return {
    network: hashed(pepper, "network", address),
    device: device === null ? null : hashed(pepper, "device", device),
    ...(otherPepper && { other: sourceOf(otherPepper, given) }),
  };
}

function hashed(pepper: Secret, kind: string, text: string): string {
  const hmac = createHmac("sha256", pepper.reveal()).update(JSON.stringify(["source", kind, text]));
  return hmac.digest().subarray(0, throttleLimits.keyBytes).toString("base64url");
}
