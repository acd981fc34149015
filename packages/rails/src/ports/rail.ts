import type { RetryRule } from "@sanu/attempts";
import type { Xof } from "@sanu/kernel";

export interface RailLimits {
  readonly amountXofMin?: Xof;
  readonly amountXofMax?: Xof;
  readonly multipleOfXof?: Xof;
  /** It refuses more payouts to one number within 24 hours. */
  readonly payoutsPerNumberAndDay?: number;
}

/** Ends the connections of all; a call that is under way over one of them is lost, and so unknown. */
export async function closeRails(rails: readonly Pick<Rail, "close">[]): Promise<void> {
  await Promise.all(rails.map((rail) => rail.close()));
}

/** No method throws for anything a provider does or fails to do; each returns within the rail's time-out. */
export interface Rail {
  readonly provider: string;
  /** Absent where it takes every channel. */
  readonly serves?: (channel: string) => boolean;
  /** What its provider says of every order; absent where it says nothing. */
  readonly limits?: RailLimits;
  readonly retryRule: RetryRule;
  /** For so long behind the end of an order the provider can still change its word; 0 where it never does. */
  readonly reversibleForMs: number;
  readonly close: () => Promise<void>;
}
