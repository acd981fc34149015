const decimals = 8;
const satsPerBtc = 100_000_000n;

/** Satoshis as bitcoin: `0.00016339` for 16339, exactly. Throws `RangeError` for an amount below zero. */
export function formatBtc(amountSats: bigint): string {
  if (amountSats < 0n) throw new RangeError(`An amount is not below zero: ${amountSats}`);
  const parts = String(amountSats % satsPerBtc).padStart(decimals, "0");
  return `${amountSats / satsPerBtc}.${parts}`;
}

/** The satoshis of `0.00016339`, `1` or `1.5`. Throws `RangeError` for anything else, also for a part of a satoshi. */
export function parseBtc(text: string): bigint {
  const [, whole, parts = ""] = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`No amount of bitcoin in whole satoshis: ${text}`);
  return BigInt(whole) * satsPerBtc + BigInt(parts.padEnd(decimals, "0"));
}
