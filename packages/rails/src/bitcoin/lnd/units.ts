import { type Instant, instantOfEpochMs, type Sats, sats } from "@sanu/kernel";
import { z } from "zod";

/** Bytes are hex with us, base64 in the bodies of lnd, and URL-safe base64 in its paths. */
export const base64Of = (hex: string): string => Buffer.from(hex, "hex").toString("base64");
export const urlSafeOf = (hex: string): string =>
  base64Of(hex).replaceAll("+", "-").replaceAll("/", "_");
export const hexOf = (base64: string): string => Buffer.from(base64, "base64").toString("hex");

/** 32 bytes and nothing more: the decoder would leave out what is no base64. */
export const HashText = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/)
  .transform(hexOf);

const integerMax = 2n ** 63n - 1n;

/** Whole numbers are text in lnd's JSON; seventeen digits are more millisatoshis than there are, nanoseconds have nineteen. */
export const WholeText = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt)
  .refine((whole) => whole <= integerMax);

/** All bitcoin that there will ever be. More than it is no amount, and several of more are in no column of ours. */
const satsMax = 2_100_000_000_000_000n;

/** Undefined where a node tells of more than there is. */
export const satsWithin = (amount: bigint): Sats | undefined =>
  amount <= satsMax ? sats(amount) : undefined;

export const SatsText = WholeText.refine((amount) => amount <= satsMax).transform(
  (amount): Sats => sats(amount),
);

export const MsatText = WholeText.refine((amount) => amount <= satsMax * 1_000n);

/** What is higher is a moment in each lock time of Bitcoin, and no height. */
export const Height = z.int().positive().max(499_999_999);

/** The place of an output in its transaction. */
export const OutputText = z.string().regex(/^(?:0|[1-9]\d{0,8})$/);

/** Seconds since 1970, of which 0 is never. */
export const SecondsText = z
  .string()
  .regex(/^\d{1,11}$/)
  .transform((text): Instant | null =>
    text === "0" ? null : instantOfEpochMs(Number(text) * 1_000),
  );

/** By it a person finds a transaction of ours in the node's wallet, and its statement what hastened it. */
export const payoutLabel = "sanu chain:";

/** The same of one that pays several, with the place of its change behind: its statement has a line for each. */
export const batchLabel = "sanu batch:";

/** Tells our change from an output that pays an address of our own node. */
export function labelOfBatch(txid: string, changeAt: number | null): string {
  return `${batchLabel}${txid}:${changeAt ?? "none"}`;
}
