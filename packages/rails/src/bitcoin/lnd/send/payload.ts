import { z } from "zod";
import { SatsText, WholeText } from "../units.ts";

const LightningPayload = z.object({
  rail: z.literal("lightning"),
  invoice: z.string(),
  amountSats: SatsText,
  /** Whether we asked for the invoice, or were given it. */
  isFetched: z.boolean(),
  /** Where the receiver's server says whether it was paid; null where it does not. */
  verifyUrl: z.string().nullable(),
  /** The node's number of its last, failed try of this hash. */
  afterIndex: WholeText.nullable(),
});
export type LightningPayload = z.output<typeof LightningPayload>;

const ChainPayload = z.object({
  rail: z.literal("chain"),
  rawTransaction: z.string(),
  feeSats: SatsText,
  /** Which output is our change; null where there is none. */
  changeAt: z.int().nonnegative().nullable(),
  /** With so many blocks upon it, it is settled. */
  confirmations: z.int().positive(),
  /** Where it pays others, too: then `feeSats` is its share. */
  batch: z
    .object({
      feeSats: SatsText,
      /** Of both together, so that nobody's share is above his limit. */
      feeLimitSats: SatsText,
      /** One of them has it hastened for all. */
      isFirst: z.boolean(),
    })
    .optional(),
});
export type ChainPayload = z.output<typeof ChainPayload>;

const Payload = z.discriminatedUnion("rail", [LightningPayload, ChainPayload]);
export type Payload = z.output<typeof Payload>;

export function writePayload(payload: Payload): string {
  return JSON.stringify(payload, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

/** Throws on what this connector has not written. */
export function readPayload(text: string): Payload {
  return Payload.parse(JSON.parse(text));
}
