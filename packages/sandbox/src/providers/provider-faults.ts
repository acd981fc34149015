import type { Mishap } from "../control/control.ts";

/** The calls of every provider, as faults name them; a provider can make one of ours out of several of its own. */
export type ProviderCall =
  | "token"
  | "predict"
  | "initiate"
  | "attempt"
  | "link"
  | "collection-status"
  | "refund"
  | "refund-start"
  | "refund-status"
  | "disburse"
  | "disburse-start"
  | "disburse-status"
  | "conditions"
  | "floats"
  | "statement";

/** Which calls of a provider go wrong. */
export interface ProviderFaults {
  readonly add: (call: ProviderCall, mishap: Mishap, times?: number) => void;
  /** Asked about every call for which no fault was added. */
  readonly decide: (decide: (call: ProviderCall) => Mishap | undefined) => void;
  readonly clear: () => void;
  /** What goes wrong with the next call; a fault is used up by asking. */
  readonly next: (call: ProviderCall) => Mishap | undefined;
}

export function createProviderFaults(): ProviderFaults {
  let faults: readonly (readonly [ProviderCall, Mishap])[] = [];
  let decide: (call: ProviderCall) => Mishap | undefined = () => undefined;
  return {
    add(call, mishap, times = 1) {
      faults = [...faults, ...Array.from({ length: times }, () => [call, mishap] as const)];
    },
    decide(decider) {
      decide = decider;
    },
    clear() {
      faults = [];
      decide = () => undefined;
    },
    next(call) {
      const fault = faults.find(([named]) => named === call);
      if (fault === undefined) return decide(call);
      faults = faults.filter((one) => one !== fault);
      return fault[1];
    },
  };
}
