import { Pool } from "undici";
import type { BenchSystem } from "../system/bench-system.ts";

const limits = { connections: 32, pageRows: 10_000 } as const;

interface Journal {
  readonly entries: readonly { readonly seq: number; readonly key: string }[];
}

/** Everybody who was asked for money gives it, so many at a time; the provider calls back about each. */
export async function payEverything({ railsUrl }: BenchSystem): Promise<void> {
  const pool = new Pool(railsUrl, { connections: limits.connections, pipelining: 1 });
  try {
    const keys = await listKeys(pool);
    const payNext = async (): Promise<void> => {
      for (let key = keys.pop(); key !== undefined; key = keys.pop()) await pay(pool, key);
    };
    await Promise.all(Array.from({ length: limits.connections }, payNext));
  } finally {
    await pool.close();
  }
}

/** What the provider's orders are called, page by page. */
async function listKeys(pool: Pool): Promise<string[]> {
  const keys: string[] = [];
  let after = 0;
  for (;;) {
    const path = `/journal?kind=payment-created&after=${after}&limit=${limits.pageRows}`;
    const { body } = await pool.request({ path, method: "GET" });
    const { entries }: Journal = JSON.parse(await body.text());
    const last = entries.at(-1);
    if (last === undefined) return keys;
    keys.push(...entries.map(({ key }) => key));
    after = last.seq;
  }
}

async function pay(pool: Pool, key: string): Promise<void> {
  const { statusCode, body } = await pool.request({
    path: "/control/receipts",
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ merchant_key: key }),
  });
  await body.dump();
  if (statusCode !== 204) throw new Error(`The provider answered a payment with ${statusCode}`);
}
