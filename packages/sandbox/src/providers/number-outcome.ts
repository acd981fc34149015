import type { OrderKind } from "./provider-order.ts";

export type NumberOutcome = "settles" | "fails" | "waits" | "refused";

/** What a number does at a provider, by the endings that the sandbox's own gateway knows. */
export function outcomeOfNumber(kind: OrderKind, number: string): NumberOutcome {
  if (kind === "collection") {
    if (number.endsWith("789")) return "settles";
    return number.endsWith("039") ? "fails" : "waits";
  }
  if (number.endsWith("503")) return "refused";
  return number.endsWith("089") ? "fails" : "settles";
}
