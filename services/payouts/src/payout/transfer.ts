import { type Money, ReceiverKind, SatsText, XofText } from "@sanu/contracts";
import { z } from "zod";

/** HMACs of the destination; it is fetched, and compared with this, at the moment it is needed. */
const toReceiver = {
  amountSats: SatsText,
  /** The most that the way may cost; absent where transactions did not say. */
  feeLimitSats: SatsText.optional(),
  receiverKind: ReceiverKind,
  receiverHmac: z.string(),
};

/**
 * How much moves, over which kind of rail, and where to. `send`: the sats of a purchase. `refund`: the sats of
 * a sale, to the seller. `disbursement`: the XOF of a sale, to a mobile-money number.
 */
export const Transfer = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("send"), ...toReceiver }),
  z.object({ kind: z.literal("refund"), ...toReceiver }),
  z.object({
    kind: z.literal("disbursement"),
    amountXof: XofText,
    channel: z.string(),
    numberHmac: z.string(),
  }),
]);
export type Transfer = z.output<typeof Transfer>;

export const TransferKind = z.enum(["send", "refund", "disbursement"]);
export type TransferKind = z.output<typeof TransferKind>;

export type SatsTransfer = Extract<Transfer, { readonly amountSats: unknown }>;

export type XofTransfer = Extract<Transfer, { readonly kind: "disbursement" }>;

/** What leaves the process, without the fee: XOF for a disbursement, else sats. */
export function moneyOf(transfer: Transfer): Money {
  if (transfer.kind === "disbursement") {
    return { currency: "XOF", amountXof: transfer.amountXof };
  }
  return { currency: "SATS", amountSats: transfer.amountSats };
}
