import { createHash, timingSafeEqual } from "node:crypto";
import { type Instant, isStorableText } from "@sanu/kernel";
import { z } from "zod";
import type { CallbackReading, ProviderCallback } from "../../ports/callback.ts";
import { callbackLimits, parsedBody, rejected } from "../signed-callback.ts";

const Text = z.string().trim().max(200).refine(isStorableText);
const Notice = z.object({
  hash: z.string().max(200),
  status: Text.optional(),
  /** Of a payout. */
  token: Text.optional(),
  disburse_id: Text.optional(),
  invoice: z.object({ token: Text.optional() }).optional(),
  custom_data: z.object({ sanu_key: Text.optional() }).optional().catch(undefined),
});

/**
 * Its hash is that of our master key: the same under every body, so who has seen one callback can write any other. It keeps
 * strangers out, and proves nothing. Source: developers.paydunya.com/doc/EN/http_json.
 */
export function readNotice(
  masterKey: string,
  { rawBody }: ProviderCallback,
  now: Instant,
): CallbackReading {
  if (rawBody.length > callbackLimits.bodyBytesMax) return rejected("malformed");
  // By an empty one it finds out whether our address answers.
  const nobody = { key: null, providerReference: null, occurredAt: now };
  if (rawBody.length === 0) return { kind: "hint", eventId: "empty", ...nobody };
  const notice = Notice.safeParse(dataIn(rawBody)).data;
  if (notice === undefined) return rejected("malformed");
  if (!isHashOf(masterKey, notice.hash)) return rejected("bad-signature");
  const providerReference = notice.invoice?.token ?? notice.token ?? null;
  const key = notice.custom_data?.sanu_key ?? notice.disburse_id ?? null;
  const eventId = `${providerReference ?? key ?? ""}:${notice.status ?? ""}`;
  return { kind: "hint", eventId, occurredAt: now, key, providerReference };
}

function isHashOf(masterKey: string, hash: string): boolean {
  const given = Buffer.from(hash.toLowerCase());
  const expected = Buffer.from(createHash("sha512").update(masterKey).digest("hex"));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** JSON, or a form: with JSON in `data`, with `data[invoice][token]` and the like, or flat. */
function dataIn(rawBody: Uint8Array): unknown {
  const json = parsedBody(rawBody);
  if (json !== undefined) return unwrapped(json);
  const fields = new URLSearchParams(new TextDecoder().decode(rawBody));
  const data = fields.get("data");
  if (data !== null) return unwrapped(parsedBody(Buffer.from(data)));
  const of = (...names: readonly string[]) =>
    names.map((name) => fields.get(name)).find((text) => text !== null) ?? undefined;
  return {
    hash: of("data[hash]", "hash"),
    status: of("data[status]", "status"),
    token: of("data[token]", "token"),
    disburse_id: of("data[disburse_id]", "disburse_id"),
    invoice: { token: of("data[invoice][token]") },
    custom_data: { sanu_key: of("data[custom_data][sanu_key]") },
  };
}

function unwrapped(json: unknown): unknown {
  const within = z.object({ data: z.looseObject({}) }).safeParse(json);
  return within.success ? within.data.data : json;
}
