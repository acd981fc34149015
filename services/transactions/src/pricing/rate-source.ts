import type { Instant, XofPerBtc } from "@sanu/kernel";

/** The middle of the market at a moment. */
export interface MidRate {
  readonly midXofPerBtc: XofPerBtc;
  readonly asOf: Instant;
}

/** Where the middle of the market comes from. It answers from memory: nobody waits for a market while ordering. */
export interface RateSource {
  /** `undefined` while there is none that can be trusted. */
  readonly findMid: () => MidRate | undefined;
}
