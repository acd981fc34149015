import { z } from "zod";

/** The calls of the sandbox's two interfaces, as the journal and the faults name them. */
export const Operation = z.enum([
  "payments.create",
  "payments.read",
  "payments.cancel",
  "refunds.create",
  "refunds.read",
  "lightning.invoice",
  "lightning.pay",
  "lightning.track",
  "chain.build",
  "chain.broadcast",
  "chain.track",
]);
export type Operation = z.infer<typeof Operation>;

/**
 * How calls of an operation go wrong. `acts`: the sandbox does what it was asked before the answer goes
 * wrong, which is what makes a lost answer dangerous.
 */
export const Fault = z.object({
  operation: Operation,
  mode: z.enum(["http-500", "http-429", "not-found", "html", "garbage", "hang", "reset"]),
  acts: z.boolean().default(false),
  /** How many calls go wrong. */
  times: z.int().min(1).max(100_000).default(1),
});
export type Fault = z.infer<typeof Fault>;

/** Makes the sandbox misbehave. */
export interface Control {
  readonly addFault: (fault: z.input<typeof Fault>) => void;
  readonly clearFaults: () => void;
  /** Every answer takes this long; 0 answers at once. */
  readonly setLatencyMs: (latencyMs: number) => void;
  readonly latencyMs: () => number;
  /** The fault of the next call of an operation, used up by asking. */
  readonly takeFault: (operation: Operation) => Fault | undefined;
}

export function createControl(): Control {
  let faults: Fault[] = [];
  let latencyMs = 0;
  return {
    addFault(fault) {
      faults.push(Fault.parse(fault));
    },
    clearFaults() {
      faults = [];
    },
    setLatencyMs(value) {
      latencyMs = value;
    },
    latencyMs: () => latencyMs,
    takeFault(operation) {
      const fault = faults.find((one) => one.operation === operation);
      if (fault === undefined) return undefined;
      const left = fault.times - 1;
      faults = faults.flatMap((one) => {
        if (one !== fault) return [one];
        return left === 0 ? [] : [{ ...one, times: left }];
      });
      return fault;
    },
  };
}
