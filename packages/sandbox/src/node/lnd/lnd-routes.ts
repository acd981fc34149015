import { type Clock, plusMs } from "@sanu/kernel";
import { z } from "zod";
import type { HoldBook, HoldInvoice } from "../hold-invoice.ts";
import type { HoldInvoices } from "../hold-invoices.ts";
import {
  cltvMin,
  describeInvoice,
  hashOf,
  heightAt,
  hexOf,
  type LndResponse,
  memoBytesMax,
  refusals,
} from "./lnd-words.ts";

export interface LndParts {
  readonly clock: Clock;
  readonly holds: HoldInvoices;
  readonly holdBook: HoldBook;
}

const HodlBody = z.object({
  hash: z.base64(),
  value: z.string().regex(/^\d+$/).default("0").transform(BigInt),
  memo: z.string().default(""),
  expiry: z
    .string()
    .regex(/^-?\d+$/)
    .default("0")
    .transform(Number),
  cltv_expiry: z.coerce.number().int().default(0),
});
const SettleBody = z.object({ preimage: z.base64() });
const CancelBody = z.object({ payment_hash: z.base64() });

/** lnd takes what is not above zero for a day. */
const standardExpirySeconds = 86_400;

export type LndRoute = (request: { readonly path: string; readonly body: unknown }) => LndResponse;

/** What lnd answers about its own state and about hold invoices, from what the sandbox's node knows. */
export function lndRoutes({
  clock,
  holds,
  holdBook,
}: LndParts): Readonly<Record<string, LndRoute>> {
  const indexesOf = (invoice: HoldInvoice) => {
    const all = holdBook.all();
    const settled = all
      .filter(({ capturedAt }) => capturedAt !== null)
      .toSorted((one, other) => ((one.capturedAt ?? "") < (other.capturedAt ?? "") ? -1 : 1));
    const places = [all, settled].map(
      (list) => list.findIndex(({ paymentHash }) => paymentHash === invoice.paymentHash) + 1,
    );
    return { addIndex: places[0] ?? 0, settleIndex: places[1] ?? 0 };
  };
  const shown = (invoice: HoldInvoice) => describeInvoice(invoice, indexesOf(invoice));
  const ok = (body: object): LndResponse => ({ status: 200, body });
  return {
    "GET /v1/getinfo": () =>
      ok({ block_height: heightAt(clock.now()), synced_to_chain: true, identity_pubkey: nodeKey }),
    "GET /v1/invoice": ({ path }) => {
      const invoice = holdBook.find(path.split("/").at(-1) ?? "");
      return invoice === undefined ? refusals.notFound : ok(shown(invoice));
    },
    "GET /v1/invoices": () => {
      const invoices = holdBook.all().map(shown);
      const last = String(invoices.length);
      return ok({ invoices, last_index_offset: last, first_index_offset: invoices[0] ? "1" : "0" });
    },
    "POST /v2/invoices/hodl": ({ body }) => {
      const read = HodlBody.parse(body);
      const { value: amountSats, memo: description, expiry, cltv_expiry: cltv } = read;
      if (cltv > 0 && cltv < cltvMin) return refusals.smallCltv(cltv);
      if (Buffer.byteLength(description) > memoBytesMax) {
        return refusals.longMemo(Math.ceil((Buffer.byteLength(description) * 8) / 5));
      }
      const paymentHash = hexOf(read.hash);
      const lifeSeconds = expiry > 0 ? expiry : standardExpirySeconds;
      const expiresAt = plusMs(clock.now(), lifeSeconds * 1_000);
      const { invoice, isDuplicate } = holds.open({
        paymentHash,
        amountSats,
        description,
        expiresAt,
      });
      if (isDuplicate) return refusals.exists;
      return ok({ payment_request: invoice.invoice, add_index: shown(invoice).add_index });
    },
    "POST /v2/invoices/settle": ({ body }) => {
      const preimage = hexOf(SettleBody.parse(body).preimage);
      const before = holdBook.find(hashOf(preimage));
      if (before === undefined) return refusals.unknownInvoice;
      if (before.status === "open") return refusals.open;
      if (before.status === "cancelled") return refusals.canceled;
      holds.capture(preimage);
      return ok({});
    },
    "POST /v2/invoices/cancel": ({ body }) => {
      const paymentHash = hexOf(CancelBody.parse(body).payment_hash);
      const before = holdBook.find(paymentHash);
      if (before === undefined) return refusals.unknownInvoice;
      if (before.status === "captured") return refusals.settled;
      holds.cancel(paymentHash);
      return ok({});
    },
  };
}

/** The public key of the sandbox's node. */
const nodeKey = `02${"5a".repeat(32)}`;
