import { createPublicKey } from "node:crypto";
import type { Logger } from "@sanu/platform";
import { z } from "zod";
import { tokenLimits } from "../limits.ts";
import { tokenTerms } from "./token-terms.ts";

/** A public key on P-256 for signatures (RFC 7517, 7518); keys of other kinds are not ours and are passed over. */
const PublicKey = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  kid: z.string().min(1),
  alg: z.literal(tokenTerms.algorithm),
  use: z.literal("sig"),
});

/** The key of an id: its PEM, `unknown` when identity has no such key, `unavailable` when nobody can tell. */
export type FoundKey =
  | { readonly kind: "found"; readonly pem: string }
  | { readonly kind: "unknown" | "unavailable" };

export interface SigningKeys {
  /** Reads the keys now and keeps reading them; never throws, readiness tells how it went. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  readonly find: (keyId: string) => Promise<FoundKey>;
  /** False until identity has answered once. */
  readonly areLoaded: () => boolean;
}

export interface SigningKeysOptions {
  /** The keys of identity as a JSON Web Key Set; `undefined` when it cannot be reached. */
  readonly readKeys: () => Promise<readonly unknown[] | undefined>;
  readonly logger: Logger;
}

/**
 * Holds the keys that verify tokens. They are read at start, every minute, and when a token names a key id that
 * is not there: a key made a moment ago. Key ids come from strangers, so such reads are a second apart.
 */
export function createSigningKeys({ readKeys, logger }: SigningKeysOptions): SigningKeys {
  let keys: ReadonlyMap<string, string> | undefined;
  let lastReadAt = Number.NEGATIVE_INFINITY;
  let wasReadable = false;
  let reading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const readNow = async (): Promise<void> => {
    lastReadAt = performance.now();
    const found = await readKeys();
    wasReadable = found !== undefined;
    if (found === undefined) return logger.warn("the keys of tokens could not be read");
    keys = pemsOf(found);
    if (keys.size === 0) logger.error("identity names no key for tokens");
  };
  const read = (): Promise<void> => {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const readAgainAndAgain = async (): Promise<void> => {
    await read();
    if (stopped) return;
    const waitMs = wasReadable ? tokenLimits.keysRefreshMs : tokenLimits.keysRetryMs;
    timer = setTimeout(() => void readAgainAndAgain(), waitMs).unref();
  };

  return {
    start: readAgainAndAgain,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
    async find(keyId) {
      const known = keys?.get(keyId);
      if (known !== undefined) return { kind: "found", pem: known };
      if (reading !== undefined || performance.now() - lastReadAt >= tokenLimits.keysRetryMs) {
        await read();
      }
      const pem = keys?.get(keyId);
      if (pem !== undefined) return { kind: "found", pem };
      return { kind: wasReadable ? "unknown" : "unavailable" };
    },
    areLoaded: () => keys !== undefined && keys.size > 0,
  };
}

function pemsOf(found: readonly unknown[]): ReadonlyMap<string, string> {
  const pems = new Map<string, string>();
  for (const each of found.slice(0, tokenLimits.keysMax)) {
    const read = PublicKey.safeParse(each);
    if (!read.success) continue;
    const { kid, kty, crv, x, y } = read.data;
    const pem = pemOf({ kty, crv, x, y });
    if (pem !== undefined) pems.set(kid, pem);
  }
  return pems;
}

/** `undefined` for coordinates that are no point of the curve. */
function pemOf(key: { kty: string; crv: string; x: string; y: string }): string | undefined {
  try {
    return createPublicKey({ key, format: "jwk" })
      .export({ type: "spki", format: "pem" })
      .toString();
  } catch {
    return undefined;
  }
}
