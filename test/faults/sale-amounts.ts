/** What the seller's rate gives for an amount: 60 000 000 XOF per bitcoin less 2 %, rounded up. */
const rateXofPerBtc = 58_800_000n;
const midXofPerBtc = 60_000_000n;

/** Above every purchase of a load, so that an amount of sats, too, is that of one purchase or of one sale. */
const firstXof = 100_000n;

export function saleSats(amountXof: bigint): bigint {
  return (amountXof * 100_000_000n + rateXofPerBtc - 1n) / rateXofPerBtc;
}

/** What is left of a sale's sats when they go back by our rails: their way may cost 1 % of them, and never more than the spread. */
export function saleSatsBack(amountXof: bigint): bigint {
  const all = saleSats(amountXof);
  const spread = all - (amountXof * 100_000_000n + midXofPerBtc - 1n) / midXofPerBtc;
  const share = (all * 100n) / 10_000n;
  return all - (share < spread ? share : spread);
}

/** Amounts of sales, each another one, whose sats end in the digit that is asked for and go back as no other's came. */
export function createSaleAmounts(multipleXof = 1n): (satsEnding: bigint) => bigint {
  let nextXof = firstXof;
  const taken = new Set<bigint>();
  const isFree = (amountXof: bigint, satsEnding: bigint) =>
    amountXof % multipleXof === 0n &&
    saleSats(amountXof) % 10n === satsEnding &&
    !taken.has(saleSatsBack(amountXof));
  return (satsEnding) => {
    while (!isFree(nextXof, satsEnding)) nextXof += 1n;
    taken.add(saleSats(nextXof));
    nextXof += 1n;
    return nextXof - 1n;
  };
}
