import type { ConnectorDirection } from "@sanu/contracts";
import type { AccountId, Instant, Xof } from "@sanu/kernel";

/** What is undefined stays; null ends what was said. */
export interface TermsChange {
  readonly isEnabled?: boolean | undefined;
  readonly priorities?: Readonly<Record<string, number | null>> | undefined;
  readonly amountXofMin?: Xof | null | undefined;
  readonly amountXofMax?: Xof | null | undefined;
}

export interface WantedTerms {
  readonly provider: string;
  readonly changes: Readonly<Partial<Record<ConnectorDirection, TermsChange>>>;
}

export interface ChangeTerms extends WantedTerms {
  readonly kind: "change";
  /** Only as long as this is what was said; as `asOfNow` says it, and as JSON. */
  readonly asOf: string;
  readonly proposalId: string;
  readonly by: AccountId;
  readonly approvedBy: AccountId;
  readonly at: Instant;
}

export type ConnectorTermsCommand = ChangeTerms;
