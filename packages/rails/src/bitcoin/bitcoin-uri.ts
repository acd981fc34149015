import { SATS_PER_BTC, type Sats, sats } from "@sanu/kernel";

/** BIP 21, BIP 321. */
export interface BitcoinUri {
  /** Empty where only Lightning is offered. */
  readonly address: string;
  readonly lightning: string | null;
  readonly amountSats: Sats | null;
}

const amountShape = /^(\d{1,8})(?:\.(\d{1,8}))?$/;

/** Null: a bad amount, a key given twice, or a `req-` key we do not know. */
export function readBitcoinUri(text: string): BitcoinUri | null {
  const [, address = "", query = ""] = /^bitcoin:([^?]*)(?:\?(.*))?$/is.exec(text) ?? [];
  const params = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const key = name.toLowerCase();
    if (key.startsWith("req-") || params.has(key)) return null;
    params.set(key, value);
  }
  const amount = params.get("amount");
  const amountSats = amount === undefined ? null : readBtc(amount);
  if (amountSats === undefined) return null;
  return { address, lightning: params.get("lightning") ?? null, amountSats };
}

function readBtc(text: string): Sats | undefined {
  const [, whole, fraction = ""] = amountShape.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const value = sats(BigInt(whole) * SATS_PER_BTC + BigInt(fraction.padEnd(8, "0")));
  return value > 0n ? value : undefined;
}
