import type { RetryTerms } from "@sanu/attempts";
import type { Sats } from "@sanu/kernel";
import type { TransferKind } from "../payout/transfer.ts";

export interface PayoutTerms {
  readonly send: RetryTerms & {
    readonly feeLimitBasisPoints: bigint;
    readonly feeLimitFloorSats: Sats;
  };
  readonly disbursement: RetryTerms;
}

export function retryTermsOf(kind: TransferKind, terms: PayoutTerms): RetryTerms {
  return kind === "disbursement" ? terms.disbursement : terms.send;
}
