import { SATS_PER_BTC, type Sats, sats } from "@sanu/kernel";

/** BIP 21, BIP 321. */
export interface BitcoinUri {
  /** In the order in which they are offered; none where only Lightning is. */
  readonly addresses: readonly string[];
  readonly lightning: string | null;
  readonly amountSats: Sats | null;
}

const amountShape = /^(\d{1,8})(?:\.(\d{1,8}))?$/;

/** These may stand in a URI once only; whatever else can be paid may be offered several times. */
const onlyOnce = new Set(["amount", "label", "message", "pop", "lightning"]);
/** Parameters that hold addresses, each with the beginning that belongs there. */
const addressKeys = ["bc", "tb", "bcrt"] as const;

/** Null: a bad amount, a key given twice, a `req-` key we do not know, or an address under the key of another network. */
export function readBitcoinUri(text: string): BitcoinUri | null {
  const [, address = "", query = ""] = /^bitcoin:([^?]*)(?:\?(.*))?$/is.exec(text) ?? [];
  const params = [...new URLSearchParams(query)].map(([key, value]) => ({
    key: key.toLowerCase(),
    value,
  }));
  const valuesOf = (wanted: string) =>
    params.filter(({ key }) => key === wanted).map(({ value }) => value);
  if (params.some(({ key }) => key.startsWith("req-"))) return null;
  if ([...onlyOnce].some((key) => valuesOf(key).length > 1)) return null;
  const offered = addressKeys.flatMap((key) => valuesOf(key).map((value) => ({ key, value })));
  if (offered.some(({ key, value }) => !value.toLowerCase().startsWith(`${key}1`))) return null;
  const [amount] = valuesOf("amount");
  const amountSats = amount === undefined ? null : readBtc(amount);
  if (amountSats === undefined) return null;
  const addresses = [address, ...offered.map(({ value }) => value)].filter((one) => one !== "");
  return { addresses, lightning: valuesOf("lightning")[0] ?? null, amountSats };
}

function readBtc(text: string): Sats | undefined {
  const [, whole, fraction = ""] = amountShape.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const value = sats(BigInt(whole) * SATS_PER_BTC + BigInt(fraction.padEnd(8, "0")));
  return value > 0n ? value : undefined;
}
