import type { CreateTransaction, RefusalCode } from "@sanu/contracts";

type Code = RefusalCode<typeof CreateTransaction>;

/** What may be over within hours: the occurrence is tried again while it is in time. Everything else stays refused. */
const passing: ReadonlySet<Code> = new Set<Code>([
  "rate-unavailable",
  "provider-unavailable",
  "liquidity-unavailable",
  "service-unavailable",
  "number-cooling-down",
  "too-many-open-transactions",
]);

export function isPassing(code: Code): boolean {
  return passing.has(code);
}
