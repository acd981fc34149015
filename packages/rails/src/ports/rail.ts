import type { RetryRule } from "@sanu/attempts";

/** No method throws for anything a provider does or fails to do; each returns within the rail's time-out. */
export interface Rail {
  readonly provider: string;
  readonly retryRule: RetryRule;
  /** For so long behind the end of an order the provider can still change its word; 0 where it never does. */
  readonly reversibleForMs: number;
  readonly close: () => Promise<void>;
}
