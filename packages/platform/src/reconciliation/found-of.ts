import type { MovementSide } from "@sanu/contracts";
import type { Instant, TransactionId } from "@sanu/kernel";
import type { DifferenceFound } from "./difference-events.ts";
import { differenceIdOf } from "./difference-id.ts";
import type { Difference } from "./judge.ts";
import type { BookedMovement, StatedMovement } from "./movement.ts";

interface About {
  readonly provider: string;
  readonly account: string;
  readonly at: Instant;
}

/** What is known of whose movement a line is: by our key, where we ordered it. */
export interface Owner {
  readonly subjectId: string;
  readonly transactionId: string;
}

export function foundOf(
  { kind, matchId, booked, stated, copy }: Difference,
  about: About,
  owner: Owner | undefined,
): DifferenceFound {
  const { provider, account, at } = about;
  const { subjectId, transactionId } = booked ?? owner ?? nobody;
  return {
    type: "StatementDifferenceFound",
    v: 1,
    differenceId: differenceIdOf(account, kind, matchId, copy),
    provider,
    account,
    kind,
    transactionId: transactionId as TransactionId | null,
    name: matchId,
    reference: stated?.reference ?? null,
    key: stated?.key ?? (booked === null ? null : matchId),
    subjectId,
    booked: sideOf(booked),
    stated: sideOf(stated),
    occurredAt: stated?.at ?? booked?.at ?? at,
    foundAt: at,
  };
}

const nobody = { subjectId: null, transactionId: null };

function sideOf(side: BookedMovement | StatedMovement | null): MovementSide | null {
  if (side === null) return null;
  const { kind, state, currency, amount, fee } = side;
  return { kind, state, currency, amount: amount.toString(), fee: fee.toString() };
}

export interface BalanceSides {
  readonly currency: "XOF" | "SATS";
  /** The opening balance and all lines after it. */
  readonly expected: bigint;
  readonly stated: bigint;
  readonly from: Instant;
}

/** A balance differs as a whole: it is the matter of no movement. */
export const ofBalance = {
  kind: "other-balance",
  name: "balance",
  transactionId: null,
  reference: null,
  key: null,
  subjectId: null,
} as const;

/** One open difference of an account's balance at a time, however many periods show it. */
export function balanceFoundOf(sides: BalanceSides, about: About): DifferenceFound {
  const { provider, account, at } = about;
  const { currency, expected, stated, from } = sides;
  const side = (amount: bigint) => {
    return { kind: null, state: null, currency, amount: amount.toString(), fee: null };
  };
  return {
    type: "StatementDifferenceFound",
    v: 1,
    differenceId: differenceIdOf(account, "other-balance", "balance"),
    provider,
    account,
    ...ofBalance,
    booked: side(expected),
    stated: side(stated),
    occurredAt: from,
    foundAt: at,
  };
}
