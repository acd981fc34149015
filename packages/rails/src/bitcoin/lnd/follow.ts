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
const Newest = z.object({
  last_index_offset: IndexText,
  invoices: z.array(z.object({ r_hash: LndInvoice.shape.r_hash, add_index: IndexText })),
});

/** How far a subscription has come: what was added, what was settled, and the hash of the last one of each. */
export interface FollowCursor {
  readonly added: number;
  readonly settled: number;
  readonly hash: string;
  readonly addedHash: string;
}

const cursorShape = /^(\d{1,15}):(\d{1,15}):((?:[0-9a-f]{64})?)(?::((?:[0-9a-f]{64})?))?$/;

export function readCursor(text: string): FollowCursor | undefined {
  const [, added, settled, hash = "", addedHash = ""] = cursorShape.exec(text) ?? [];
  if (added === undefined || settled === undefined) return undefined;
  return { added: Number(added), settled: Number(settled), hash, addedHash };
}

export const writeCursor = ({ added, settled, hash, addedHash }: FollowCursor): string =>
  `${added}:${settled}:${hash}:${addedHash}`;

/**
 * A line of the subscription: invoices come as they are added and as they are settled, never as they are held. Undefined
 * for a line that is none.
 */
function readFollowed(
  answer: LndAnswer,
  before: FollowCursor,
): { readonly cursor: FollowCursor; readonly hash: string; readonly isNew: boolean } | undefined {
  if (answer.kind !== "answer") return undefined;
  const { data: invoice } = IndexedInvoice.safeParse(answer.json);
  if (invoice === undefined) return undefined;
  const { r_hash: hash, add_index: added, state } = invoice;
  // Of what is not settled it would be asked in vain whether the node still has it so.
  const settled = state === "SETTLED" ? invoice.settle_index : before.settled;
  const cursor = {
    added: Math.max(before.added, added),
    settled: Math.max(before.settled, settled),
    hash: settled > before.settled ? hash : before.hash,
    addedHash: added > before.added ? hash : before.addedHash,
  };
  return { cursor, hash, isNew: state === "OPEN" };
}

const states = new Set(["OPEN", "ACCEPTED", "SETTLED", "CANCELED"]);

type Memory = "kept" | "lost" | "unknown";

/**
 * Whether the node still has an invoice as it was: one that came back from an old copy has not. `unknown` where it does
 * not say.
 */
export function readMemory(
  answer: LndAnswer,
  expected: { readonly settled: number } | { readonly added: number },
): Memory {
  if (says(answer, /^unable to locate invoice$/)) return "lost";
  if (answer.kind !== "answer") return "unknown";
  const { data: invoice } = IndexedInvoice.safeParse(answer.json);
  if (invoice === undefined || !states.has(invoice.state)) return "unknown";
  const isKept =
    "added" in expected
      ? invoice.add_index === expected.added
      : invoice.state === "SETTLED" && invoice.settle_index === expected.settled;
  return isKept ? "kept" : "lost";
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
  if (stored === undefined) yield { kind: "made", cursor: writeCursor(cursor) };
  const memory = await memoryOf(client, cursor);
  if (memory === "lost") yield { kind: "restored" };
  if (memory !== "kept") return;
  const { added, settled } = cursor;
  const path = `/v1/invoices/subscribe?add_index=${added}&settle_index=${settled}`;
  for await (const answer of client.stream({ method: "GET", path, signal })) {
    const followed = readFollowed(answer, cursor);
    if (followed === undefined) return;
    const isFurther = followed.cursor.added > cursor.added;
    cursor = followed.cursor;
    const at = { cursor: writeCursor(cursor) };
    if (!followed.isNew) yield { kind: "changed", paymentHash: followed.hash, ...at };
    else if (isFurther) yield { kind: "made", ...at };
  }
}

/** The invoice that was settled last, and the one that was made last. */
async function memoryOf(client: LndClient, cursor: FollowCursor): Promise<Memory> {
  const { hash, settled, addedHash, added } = cursor;
  const asked = [
    { hash, expected: { settled } },
    { hash: addedHash, expected: { added } },
  ].filter((one) => one.hash !== "");
  for (const one of asked) {
    const path = `/v1/invoice/${one.hash}`;
    const memory = readMemory(await client.call({ method: "GET", path }), one.expected);
    if (memory !== "kept") return memory;
  }
  return "kept";
}

async function newest(client: LndClient): Promise<FollowCursor | undefined> {
  const path = "/v1/invoices?reversed=true&num_max_invoices=1";
  const answer = await client.call({ method: "GET", path });
  const { data } = Newest.safeParse(answer.kind === "answer" ? answer.json : undefined);
  if (data === undefined) return undefined;
  const { last_index_offset: added, invoices } = data;
  const last = invoices.find((one) => one.add_index === added);
  return { added, settled: 0, hash: "", addedHash: last?.r_hash ?? "" };
}
