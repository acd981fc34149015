/** The shapes that amounts have in the public API, for the schemas of its fields. */
export const moneyShapes = {
  xof: /^\d+ XOF$/,
  listedXof: /^\d+XOF$/,
  sats: /^\d+ SATS$/,
} as const;

/**
 * `5000 XOF`: `amount_xof` of one transaction, of the payment page, of monitoring and of each status of `resume`;
 * `bought_xof` and `sold_xof` of the wallet.
 */
export function formatXof(amountXof: bigint): string {
  return `${amountXof} XOF`;
}

/** `5000XOF`, without a space: `amount_xof` of an item of `GET transactions`, and no other field. */
export function formatListedXof(amountXof: bigint): string {
  return `${amountXof}XOF`;
}

/**
 * `8169 SATS`: `amount_satoshi` of one transaction and of monitoring; `amount_sats` of a created transaction, of the
 * list, of quotes and of the payment page; `bought_sats` and `sold_sats` of the wallet; `total_sell` of `flashback`.
 */
export function formatSats(amountSats: bigint): string {
  return `${amountSats} SATS`;
}

/** Reads each of these forms. Throws `RangeError` for every other text. */
export function parseMoney(text: string): {
  readonly amount: bigint;
  readonly currency: "XOF" | "SATS";
} {
  const [, xofDigits, satsDigits] = /^(?:(\d+) ?XOF|(\d+) SATS)$/.exec(text) ?? [];
  if (xofDigits !== undefined) return { amount: BigInt(xofDigits), currency: "XOF" };
  if (satsDigits !== undefined) return { amount: BigInt(satsDigits), currency: "SATS" };
  throw new RangeError(`No amount of money: ${text}`);
}
