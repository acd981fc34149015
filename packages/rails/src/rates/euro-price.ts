import { type XofPerBtc, xofPerBtc } from "@sanu/kernel";
import { z } from "zod";

/** 1 EUR = 655.957 XOF since 1 January 1999, fixed by treaty (BCEAO). */
const XOF_PER_1000_EUR = 655_957n;

const DECIMALS_MAX = 12;
const SCALE = 10n ** BigInt(DECIMALS_MAX);

/** Euros for one bitcoin in units of 10⁻¹² EUR, above zero: exact, and never a floating number. */
export type ScaledEuros = bigint;

const priceShape = /^(0|[1-9]\d{0,9})(?:\.(\d{1,12}))?$/;

/** `"91234.56000000"` → scaled euros. A JSON number is refused: it has been a floating number already. */
export const EuroPrice = z
  .string()
  .regex(priceShape)
  .transform((text): ScaledEuros => {
    const [, whole = "0", decimals = ""] = priceShape.exec(text) ?? [];
    return BigInt(whole) * SCALE + BigInt(decimals.padEnd(DECIMALS_MAX, "0"));
  })
  .refine((price) => price > 0n);

/** Euros per bitcoin → XOF per bitcoin by the peg. Rounds down; `undefined` where not even one franc is left. */
export function xofOfEuros(euros: ScaledEuros): XofPerBtc | undefined {
  const rate = (euros * XOF_PER_1000_EUR) / (1_000n * SCALE);
  return rate > 0n ? xofPerBtc(rate) : undefined;
}

/** The widest that bid and ask may lie apart, in basis points of the bid: a wider book has no middle worth a price. */
const BOOK_WIDTH_MAX = 200n;
const BASIS_POINTS_WHOLE = 10_000n;

/** The middle of a book; `undefined` where bid and ask are crossed or too far apart. */
export function middleOf(bid: ScaledEuros, ask: ScaledEuros): ScaledEuros | undefined {
  if (ask < bid || (ask - bid) * BASIS_POINTS_WHOLE > bid * BOOK_WIDTH_MAX) return undefined;
  return (bid + ask) / 2n;
}
