const MSAT_PER_BTC = 100_000_000_000n;
const shape = /^([1-9]\d{0,17})([munp]?)$/;

const divisors: Readonly<Record<string, bigint>> = {
  "": 1n,
  m: 1_000n,
  u: 1_000_000n,
  n: 1_000_000_000n,
  p: 1_000_000_000_000n,
};

/** Of the human-readable part. Null when it names none, undefined when it is malformed or no whole millisatoshis. */
export function readAmountMsat(text: string): bigint | null | undefined {
  if (text === "") return null;
  const [, digits, multiplier] = shape.exec(text) ?? [];
  const divisor = divisors[multiplier ?? "none"];
  if (digits === undefined || divisor === undefined) return undefined;
  const scaled = BigInt(digits) * MSAT_PER_BTC;
  return scaled % divisor === 0n ? scaled / divisor : undefined;
}
