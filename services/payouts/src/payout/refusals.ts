/**
 * Why a payout refuses a command.
 * `payout-unknown`: nobody ordered it. `payout-failed`, `payout-settled`, `payout-reversed`, `payout-withheld`: the rail contradicts what
 * it said definitely before; a person has to look.
 */
export type PayoutRefusal =
  | "payout-unknown"
  | "payout-failed"
  | "payout-settled"
  | "payout-reversed"
  | "payout-withheld";
