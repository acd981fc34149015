import {
  type Instant,
  isInstant,
  isUuid,
  type Sats,
  sats,
  type Xof,
  type XofPerBtc,
  xof,
  xofPerBtc,
} from "@sanu/kernel";
import { z } from "zod";

const digits = /^(0|[1-9]\d{0,17})$/;

const whole = (unit: string, description: string) => ({ description, "x-unit": unit });

/** A whole number as decimal text, at most 18 digits: how money travels and is stored in JSON. */
const WholeText = z.string().regex(digits);

/** XOF as decimal text → `Xof`. */
export const XofText = WholeText.meta(whole("XOF", "Whole francs as decimal text.")).transform(
  (text): Xof => xof(BigInt(text)),
);

/** Satoshis as decimal text → `Sats`. */
export const SatsText = WholeText.meta(whole("SATS", "Whole satoshis as decimal text.")).transform(
  (text): Sats => sats(BigInt(text)),
);

/** An amount that may be in either currency; the unit stands in the field's name as everywhere. */
export const MoneyText = z.discriminatedUnion("currency", [
  z.object({ currency: z.literal("XOF"), amountXof: XofText }),
  z.object({ currency: z.literal("SATS"), amountSats: SatsText }),
]);
export type Money = z.output<typeof MoneyText>;

/** Money that came in and was counted, by the rail's own name of it. */
export const CountedReceipt = z.object({
  receiptId: z.string().min(1),
  money: MoneyText,
  shown: MoneyText.optional().describe(
    "What its provider shows under that name now; absent where that is what was counted, or nothing.",
  ),
});
export type CountedReceipt = z.output<typeof CountedReceipt>;

/** How much, in the unit of its own currency: francs or satoshis. */
export function amountOf(money: Money): bigint {
  return money.currency === "XOF" ? money.amountXof : money.amountSats;
}

/** So many francs, or so many satoshis. Throws `RangeError` below zero. */
export function amountIn(currency: Money["currency"], amount: bigint): Money {
  return currency === "XOF"
    ? { currency, amountXof: xof(amount) }
    : { currency, amountSats: sats(amount) };
}

/** The same amount of the same currency. */
export function isSameMoney(one: Money, other: Money): boolean {
  return one.currency === other.currency && amountOf(one) === amountOf(other);
}

/** XOF per BTC as decimal text above zero → `XofPerBtc`. */
export const XofPerBtcText = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .meta(whole("XOF/BTC", "Whole francs for one bitcoin as decimal text."))
  .transform((text): XofPerBtc => xofPerBtc(BigInt(text)));

/** A schema of a UUID that is named by what it is the id of. */
export function idOf<Id extends string>() {
  return z
    .custom<Id>((value) => typeof value === "string" && isUuid(value), "must be a UUID")
    .meta({ type: "string", format: "uuid" });
}

/** An instant with six fractional digits and a trailing Z. */
export const InstantText = z
  .custom<Instant>((value) => typeof value === "string" && isInstant(value), "must be an instant")
  .meta({ type: "string", format: "date-time", pattern: String.raw`\.\d{6}Z$` });

/** JSON text of a value whose amounts are bigint; they are written as decimal text. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "bigint" ? part.toString() : part,
  );
}
