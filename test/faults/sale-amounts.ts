/** What the seller's rate gives for an amount: 60 000 000 XOF per bitcoin less 2 %, rounded up. */
const rateXofPerBtc = 58_800_000n;

/** Above every purchase of a load, so that an amount of sats, too, is that of one purchase or of one sale. */
const firstXof = 100_000n;

export function saleSats(amountXof: bigint): bigint {
  return (amountXof * 100_000_000n + rateXofPerBtc - 1n) / rateXofPerBtc;
}

/** Amounts of sales, each another one, whose sats end in the digit that is asked for. */
export function createSaleAmounts(): (satsEnding: bigint) => bigint {
  let nextXof = firstXof;
  return (satsEnding) => {
    while (saleSats(nextXof) % 10n !== satsEnding) nextXof += 1n;
    nextXof += 1n;
    return nextXof - 1n;
  };
}
