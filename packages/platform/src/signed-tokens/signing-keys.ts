import { createPublicKey } from "node:crypto";
import { z } from "zod";
import type { Logger } from "../logger/create-logger.ts";
import { createLoop, type LoopOptions } from "../loop/create-loop.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { signingKeyLimits } from "./limits.ts";

/** A public key on Ed25519 (RFC 7517, 8037); keys of other kinds are not ours and are passed over. */
const PublicKey = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string().min(1),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
});
type PublicKey = z.infer<typeof PublicKey>;

interface HeldKey {
  readonly jwk: PublicKey;
  readonly pem: string;
}

/** The key of an id: its PEM, `unknown` when identity has no such key, `unavailable` when it cannot be found out. */
export type FoundKey =
  | { readonly kind: "found"; readonly pem: string }
  | { readonly kind: "unknown" | "unavailable" };

export interface SigningKeys {
  /** Reads the keys now and keeps reading them; never throws, readiness shows how it went. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Identity is there: what could not be read so far is read now. */
  readonly expectKeys: () => void;
  readonly find: (keyId: string) => Promise<FoundKey>;
  /** False until identity has named a key. */
  readonly areLoaded: () => boolean;
  readonly published: () => readonly PublicKey[];
}

export interface SigningKeysOptions {
  /** The keys of identity as a JSON Web Key Set; `undefined` when it cannot be reached. */
  readonly readKeys: () => Promise<readonly unknown[] | undefined>;
  readonly logger: Logger;
  readonly metrics?: Pick<Metrics, "loops">;
  /** `after-pause`: nobody reads them before the first token. */
  readonly firstRun?: LoopOptions["firstRun"];
}

/**
 * Holds the keys that verify tokens. They are read at start, every minute, and when a token names a key id that
 * is not there: a key made a moment ago. Key ids come from strangers, so such reads are a second apart.
 */
export function createSigningKeys(options: SigningKeysOptions): SigningKeys {
  const { readKeys, logger, metrics, firstRun = "at-start" } = options;
  let keys: ReadonlyMap<string, HeldKey> | undefined;
  let lastReadAt = Number.NEGATIVE_INFINITY;
  let wasReadable = false;
  let reading: Promise<void> | undefined;

  const readNow = async (): Promise<void> => {
    lastReadAt = performance.now();
    const found = await readKeys();
    const named = found === undefined ? undefined : keysOf(found);
    // A reply without a key of ours is none: every token would be refused until the next one.
    wasReadable = named !== undefined && named.size > 0;
    if (wasReadable) keys = named;
    else if (named === undefined) logger.warn("the keys of tokens could not be read");
    else logger.error("identity names no key for tokens");
  };
  const read = (): Promise<void> => {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const loop = createLoop({
    name: "signing-keys",
    work: async () => {
      await read();
      return wasReadable ? "idle" : { dueInMs: signingKeyLimits.keysRetryMs };
    },
    idleMs: signingKeyLimits.keysRefreshMs,
    firstRun,
    logger,
    metrics,
  });

  return {
    start() {
      loop.start();
      return loop.whenIdle();
    },
    stop: loop.stop,
    expectKeys() {
      if (keys === undefined && reading === undefined) loop.wake();
    },
    async find(keyId) {
      const known = keys?.get(keyId);
      if (known !== undefined) return { kind: "found", pem: known.pem };
      if (reading !== undefined || performance.now() - lastReadAt >= signingKeyLimits.keysRetryMs) {
        await read();
      }
      const fresh = keys?.get(keyId);
      if (fresh !== undefined) return { kind: "found", pem: fresh.pem };
      return { kind: wasReadable ? "unknown" : "unavailable" };
    },
    areLoaded: () => keys !== undefined,
    published: () => [...(keys?.values() ?? [])].map(({ jwk }) => jwk),
  };
}

function keysOf(found: readonly unknown[]): ReadonlyMap<string, HeldKey> {
  const keys = new Map<string, HeldKey>();
  for (const each of found.slice(0, signingKeyLimits.keysMax)) {
    const read = PublicKey.safeParse(each);
    if (!read.success) continue;
    const pem = pemOf(read.data);
    if (pem !== undefined) keys.set(read.data.kid, { jwk: read.data, pem });
  }
  return keys;
}

/** `undefined` for what is no point of the curve. */
function pemOf({ kty, crv, x }: PublicKey): string | undefined {
  try {
    return createPublicKey({ key: { kty, crv, x }, format: "jwk" })
      .export({ type: "spki", format: "pem" })
      .toString();
  } catch {
    return undefined;
  }
}
