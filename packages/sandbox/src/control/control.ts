import { z } from "zod";
import type { Delays } from "../limits.ts";

/** The calls of the sandbox's two interfaces, as the journal and the faults name them. */
export const Operation = z.enum([
  "payments.create",
  "payments.read",
  "payments.cancel",
  "refunds.create",
  "refunds.read",
  "disbursements.create",
  "disbursements.read",
  "channels.read",
  "floats.read",
  "lightning.invoice",
  "lightning.pay",
  "lightning.track",
  "invoices.create",
  "invoices.read",
  "invoices.capture",
  "invoices.cancel",
  "chain.build",
  "chain.broadcast",
  "chain.track",
  "statements.read",
  "balances.read",
]);
export type Operation = z.infer<typeof Operation>;

/**
 * How calls of an operation go wrong. `acts`: the sandbox does what it was asked before the answer goes
 * wrong, which is what makes a lost answer dangerous. `lost` always acts: the connection breaks, and the
 * sandbox says "not found" about the matter for `notFoundMs`.
 */
export const Fault = z.object({
  operation: Operation,
  mode: z.enum(["http-500", "http-429", "not-found", "html", "garbage", "hang", "reset", "lost"]),
  acts: z.boolean().default(false),
  /** How many calls go wrong. */
  times: z.int().min(1).max(100_000).default(1),
});
export type Fault = z.infer<typeof Fault>;

/** What goes wrong with one call. */
export type Mishap = Pick<Fault, "mode" | "acts">;

/** Makes the sandbox misbehave. */
export interface Control {
  readonly addFault: (fault: z.input<typeof Fault>) => void;
  /** Asked about every call for which no fault was added, in the order of the calls. */
  readonly decideFaults: (decide: (operation: Operation) => Mishap | undefined) => void;
  readonly clearFaults: () => void;
  /** Every answer takes this long; 0 answers at once. */
  readonly setLatencyMs: (latencyMs: number) => void;
  readonly latencyMs: () => number;
  /** The clock of the whole sandbox is so far ahead; behind where it is negative. */
  readonly setClockOffsetMs: (offsetMs: number) => void;
  readonly clockOffsetMs: () => number;
  /** What goes wrong with the next call of an operation; a fault is used up by asking. */
  readonly nextFault: (operation: Operation) => Mishap | undefined;
  /** From now on, for `notFoundMs`, the sandbox does not find the matter with this key. */
  readonly lose: (key: string) => void;
  readonly isLost: (key: string) => boolean;
}

const nothingDecided = (): undefined => undefined;

/** Without faults and latency at first; `addFault` throws `ZodError` for a fault that is none. */
export function createControl({ notFoundMs }: Pick<Delays, "notFoundMs">): Control {
  let faults: Fault[] = [];
  let decide: (operation: Operation) => Mishap | undefined = nothingDecided;
  let latencyMs = 0;
  let clockOffsetMs = 0;
  const foundAgainAt = new Map<string, number>();
  return {
    addFault(fault) {
      faults.push(Fault.parse(fault));
    },
    decideFaults(decider) {
      decide = decider;
    },
    clearFaults() {
      faults = [];
      decide = nothingDecided;
    },
    setLatencyMs(value) {
      latencyMs = value;
    },
    latencyMs: () => latencyMs,
    setClockOffsetMs(value) {
      clockOffsetMs = value;
    },
    clockOffsetMs: () => clockOffsetMs,
    nextFault(operation) {
      const fault = faults.find((one) => one.operation === operation);
      if (fault === undefined) return decide(operation);
      const left = fault.times - 1;
      faults = faults.flatMap((one) => {
        if (one !== fault) return [one];
        return left === 0 ? [] : [{ ...one, times: left }];
      });
      return fault;
    },
    lose: (key) => void foundAgainAt.set(key, performance.now() + notFoundMs),
    isLost: (key) => performance.now() < (foundAgainAt.get(key) ?? 0),
  };
}
