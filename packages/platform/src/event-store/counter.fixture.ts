import { accepted, type Decider, nothingNew, refused, unreachable } from "@sanu/kernel";
import { z } from "zod";
import type { PublicFact } from "./events.ts";

export const CounterEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("CounterOpened"), v: z.literal(1), by: z.string() }),
  z.object({
    type: z.literal("CounterRaised"),
    v: z.literal(1),
    amountXof: z.string().transform((text) => BigInt(text)),
  }),
]);
export type CounterEvent = z.infer<typeof CounterEvent>;

export interface CounterState {
  readonly opened: boolean;
  readonly totalXof: bigint;
}

export type CounterCommand =
  | { readonly kind: "open"; readonly by: string }
  | { readonly kind: "raise"; readonly amountXof: bigint };

export const counter: Decider<CounterState, CounterCommand, CounterEvent, "not-open"> = {
  initial: { opened: false, totalXof: 0n },
  decide(state, command) {
    if (command.kind === "open") {
      if (state.opened) return nothingNew();
      return accepted({ type: "CounterOpened", v: 1, by: command.by });
    }
    if (!state.opened) return refused("not-open");
    return accepted({ type: "CounterRaised", v: 1, amountXof: command.amountXof });
  },
  evolve(state, event) {
    switch (event.type) {
      case "CounterOpened":
        return { ...state, opened: true };
      case "CounterRaised":
        return { ...state, totalXof: state.totalXof + event.amountXof };
      default:
        return unreachable(event);
    }
  },
};

/** Raises are public, in a form that no contract knows: the store and the relay need none. */
export function publishCounter(event: CounterEvent): PublicFact | undefined {
  if (event.type !== "CounterRaised") return undefined;
  return {
    type: "sanu.payments.CounterRaised.v1",
    dataText: JSON.stringify({ amountXof: event.amountXof.toString() }),
  };
}
