import type { Money } from "@sanu/contracts";
import { amountIn, amountOf, expectedOf, missingOf } from "./money.ts";
import type { Refund } from "./state.ts";

/**
 * What a refund leaves that came back. Its payer is owed what he lost by that, and what had never arrived; not what he got by
 * hand, nor what he kept. Refunded 10 000 francs, of which 9 900 arrived and 100 were paid by hand: 9 900 that come back are owed.
 */
export function leftByReversal(
  refund: Refund,
  cameBack: Money,
): {
  readonly due: Money;
  /** What came back beside that, as a fee that the provider gives back; below zero, what stays gone of more than was owed. */
  readonly rest: bigint;
} {
  const expected = expectedOf(refund);
  const arrived = refund.arrived ?? expected;
  const missing = refund.isMadeWhole === true ? 0n : missingOf(expected, arrived);
  const back = amountOf(cameBack);
  const lost = back < amountOf(arrived) ? back : amountOf(arrived);
  const due = lost + missing > 0n ? lost + missing : 0n;
  return { due: amountIn(cameBack.currency, due), rest: back + missing - due };
}
