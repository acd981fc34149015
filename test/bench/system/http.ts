import { Pool } from "undici";

/** A client with as many keep-alive connections as it has loops, and no pipelining. */
export interface BenchHttp {
  readonly get: (path: string, token: string) => Promise<string>;
  readonly post: (path: string, call: PostCall) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface PostCall {
  readonly body: unknown;
  readonly status: number;
  readonly token?: string;
  readonly key?: string;
}

/** Opens a client. Its calls throw on any other status than the expected one: a refusal is no work done. */
export function openHttp(origin: string, connections: number): BenchHttp {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  return {
    async get(path, token) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await pool.request({ path, method: "GET", headers });
      return textOf(response, 200);
    },
    async post(path, { body, status, token, key }) {
      const response = await pool.request({
        path,
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(key !== undefined && { "idempotency-key": key }),
        },
        body: JSON.stringify(body),
      });
      return textOf(response, status);
    },
    close: () => pool.close(),
  };
}

interface Response {
  readonly statusCode: number;
  readonly body: { readonly text: () => Promise<string> };
}

async function textOf({ statusCode, body }: Response, expected: number): Promise<string> {
  const text = await body.text();
  if (statusCode === expected) return text;
  throw new Error(`answered with ${statusCode}, not ${expected}: ${text}`);
}
