import type { Sats } from "@sanu/kernel";
import type { TransferKind } from "../payout/transfer.ts";

/** How often a payout is tried, and how long the second attempt waits; the pause doubles with every further one. */
export interface RetryTerms {
  readonly attemptsMax: number;
  readonly retryPauseMs: number;
}

export interface PayoutTerms {
  readonly send: RetryTerms & {
    readonly feeLimitBasisPoints: bigint;
    readonly feeLimitFloorSats: Sats;
  };
  readonly disbursement: RetryTerms;
}

const DOUBLINGS_MAX = 10;

export function retryTermsOf(kind: TransferKind, terms: PayoutTerms): RetryTerms {
  return kind === "disbursement" ? terms.disbursement : terms.send;
}

/** How long the attempt after a rejected one waits; doubles with every attempt. */
export function retryPauseMsAfter(
  attemptNumber: number,
  { retryPauseMs }: Pick<RetryTerms, "retryPauseMs">,
): number {
  return retryPauseMs * 2 ** Math.min(attemptNumber - 1, DOUBLINGS_MAX);
}
