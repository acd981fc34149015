import { z } from "zod";
import type { InvoiceHint } from "../../ports/lightning-receive-rail.ts";
import { type LndAnswer, says } from "./answer.ts";
import type { LndClient } from "./client.ts";
import { LndInvoice } from "./translate-receive.ts";

const IndexText = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

const IndexedInvoice = LndInvoice.extend({ add_index: IndexText, settle_index: IndexText });
const Newest = z.object({ last_index_offset: IndexText });

/** How far a subscription has come: what was added, what was settled, and the hash of the last one that was. */
export interface FollowCursor {
  readonly added: number;
  readonly settled: number;
  readonly hash: string;
}

const cursorShape = /^(\d{1,15}):(\d{1,15}):((?:[0-9a-f]{64})?)$/;

export function readCursor(text: string): FollowCursor | undefined {
  const [, added, settled, hash = ""] = cursorShape.exec(text) ?? [];
  if (added === undefined || settled === undefined) return undefined;
  return { added: Number(added), settled: Number(settled), hash };
}

export const writeCursor = ({ added, settled, hash }: FollowCursor): string =>
  `${added}:${settled}:${hash}`;

/**
 * A line of the subscription: invoices come as they are added and as they are settled, never as they are held. Undefined
 * for a line that is none.
 */
export function readFollowed(
  answer: LndAnswer,
  before: FollowCursor,
): { readonly cursor: FollowCursor; readonly hash: string; readonly isNew: boolean } | undefined {
  if (answer.kind !== "answer") return undefined;
  const { data: invoice } = IndexedInvoice.safeParse(answer.json);
  if (invoice === undefined) return undefined;
  const { r_hash: hash, add_index: added, settle_index: settled } = invoice;
  const isLatest = settled > before.settled;
  const cursor = {
    added: Math.max(before.added, added),
    settled: Math.max(before.settled, settled),
    hash: isLatest ? hash : before.hash,
  };
  return { cursor, hash, isNew: invoice.state === "OPEN" };
}

/**
 * Whether the node still has what it had settled: one that came back from an old copy has not. `unknown` where it does
 * not say.
 */
export function readMemory(
  answer: LndAnswer,
  { settled }: Pick<FollowCursor, "settled">,
): "kept" | "lost" | "unknown" {
  if (says(answer, /^unable to locate invoice$/)) return "lost";
  if (answer.kind !== "answer") return "unknown";
  const { data: invoice } = IndexedInvoice.safeParse(answer.json);
  if (invoice === undefined) return "unknown";
  return invoice.state === "SETTLED" && invoice.settle_index === settled ? "kept" : "lost";
}

/** `GET /v1/invoices/subscribe` from a cursor on. An index of 0 has no backlog, so the first cursor is where the node stands. */
export async function* followInvoices(
  client: LndClient,
  text: string | null,
  signal: AbortSignal,
): AsyncGenerator<InvoiceHint, void> {
  const stored = text === null ? undefined : readCursor(text);
  let cursor = stored ?? (await newest(client));
  if (cursor === undefined) return;
  if (cursor.hash !== "") {
    const path = `/v1/invoice/${cursor.hash}`;
    const memory = readMemory(await client.call({ method: "GET", path }), cursor);
    if (memory === "lost") yield { kind: "restored" };
    if (memory !== "kept") return;
  }
  const { added, settled } = cursor;
  const path = `/v1/invoices/subscribe?add_index=${added}&settle_index=${settled}`;
  for await (const answer of client.stream({ method: "GET", path, signal })) {
    const followed = readFollowed(answer, cursor);
    if (followed === undefined) return;
    cursor = followed.cursor;
    // Nothing has happened yet to what was only made.
    if (followed.isNew) continue;
    yield { kind: "changed", paymentHash: followed.hash, cursor: writeCursor(cursor) };
  }
}

async function newest(client: LndClient): Promise<FollowCursor | undefined> {
  const path = "/v1/invoices?reversed=true&num_max_invoices=1";
  const answer = await client.call({ method: "GET", path });
  const read = Newest.safeParse(answer.kind === "answer" ? answer.json : undefined);
  return read.success ? { added: read.data.last_index_offset, settled: 0, hash: "" } : undefined;
}
