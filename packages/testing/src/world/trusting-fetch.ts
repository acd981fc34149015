import { Agent, fetch as fetchBy } from "undici";

/** `fetch` that accepts the self-signed certificate of a test system, and reads streams. */
export function trustingFetch(): {
  readonly fetch: typeof fetch;
  readonly close: () => Promise<void>;
} {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false }, bodyTimeout: 0 });
  const trusting: unknown = (input: string, init: object) =>
    fetchBy(input, { ...init, dispatcher });
  return { fetch: trusting as typeof fetch, close: () => dispatcher.destroy() };
}
