import { Pool } from "undici";

/** What a stranger was answered, and how long it took. */
export interface StrangersReport {
  readonly status: number;
  readonly elapsedMs: number;
}

export interface Strangers {
  /** Sends a body to a public account route, as if from an address of its own. */
  readonly post: (path: string, body: object, address: string) => Promise<StrangersReport>;
  readonly close: () => Promise<void>;
}

/** Clients whose addresses a trusted proxy in front of the gateway tells. Any answer counts. */
export function openStrangers(origin: string, connections: number): Strangers {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  return {
    async post(path, body, address) {
      const startedAt = performance.now();
      const response = await pool.request({
        path: `/api/v1/auth/${path}`,
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": address },
        body: JSON.stringify(body),
      });
      await response.body.dump();
      return { status: response.statusCode, elapsedMs: performance.now() - startedAt };
    },
    close: () => pool.close(),
  };
}

/** Another address for each number, none of them anybody's (RFC 2544). */
export function addressOf(number: number): string {
  return `198.${18 + (Math.floor(number / 65_536) % 2)}.${Math.floor(number / 256) % 256}.${number % 256}`;
}
