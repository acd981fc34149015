import type { RetryRule } from "@sanu/attempts";

/** No method throws for anything a provider does or fails to do; each returns within the rail's time-out. */
export interface Rail {
  readonly provider: string;
  readonly retryRule: RetryRule;
  readonly close: () => Promise<void>;
}
