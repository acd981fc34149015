/** An amount as the API writes it, in whole units. */
export type Amount =
  | { readonly currency: "XOF"; readonly amountXof: bigint }
  | { readonly currency: "SATS"; readonly amountSats: bigint };

/** Reads `5000 XOF`, `5000XOF` and `8169 SATS`, the three forms of the API. Throws `RangeError` for any other text. */
export function parseAmount(text: string): Amount {
  const [, xofDigits, satsDigits] = /^(?:(\d{1,30}) ?XOF|(\d{1,30}) SATS)$/.exec(text) ?? [];
  if (xofDigits !== undefined) return { currency: "XOF", amountXof: BigInt(xofDigits) };
  if (satsDigits !== undefined) return { currency: "SATS", amountSats: BigInt(satsDigits) };
  throw new RangeError(`No amount of the API: ${text}`);
}

/** The francs of `5000 XOF` or `5000XOF`. Throws `RangeError` for any other text. */
export function parseXof(text: string): bigint {
  const amount = parseAmount(text);
  if (amount.currency === "XOF") return amount.amountXof;
  throw new RangeError(`No amount in XOF: ${text}`);
}

/** The satoshis of `8169 SATS`. Throws `RangeError` for any other text. */
export function parseSats(text: string): bigint {
  const amount = parseAmount(text);
  if (amount.currency === "SATS") return amount.amountSats;
  throw new RangeError(`No amount in satoshis: ${text}`);
}

/** `5000 XOF`. Throws `RangeError` for an amount below zero. */
export function formatXof(amountXof: bigint): string {
  return `${notNegative(amountXof)} XOF`;
}

/** `8169 SATS`. Throws `RangeError` for an amount below zero. */
export function formatSats(amountSats: bigint): string {
  return `${notNegative(amountSats)} SATS`;
}

/** The number that a field of a request takes. Throws `RangeError` where JSON could not carry it exactly. */
export function jsonNumber(amount: bigint): number {
  if (amount >= 0n && amount <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(amount);
  throw new RangeError(`No amount for a request: ${amount}`);
}

function notNegative(amount: bigint): bigint {
  if (amount >= 0n) return amount;
  throw new RangeError(`An amount is not below zero: ${amount}`);
}
