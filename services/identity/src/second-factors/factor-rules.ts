import { type Instant, msBetween } from "@sanu/kernel";
import { secondFactorLimits } from "./second-factor-limits.ts";

/** An account's second factors that count, as one session of it finds them. */
export interface FactorsState {
  readonly factorIds: readonly string[];
  readonly isStaff: boolean;
  /** A key was made for it. */
  readonly isMachine: boolean;
  /** When the session proved a second factor, if it did. */
  readonly secondFactorAt: Instant | null;
}

export interface StepUpTerms {
  readonly at: Instant;
  readonly stepUpValidMs: number;
}

/** Whether a second factor was proved so lately that it stands for an act on money, or on the factors themselves. */
export function isStepUpFresh(proved: Instant | null, { at, stepUpValidMs }: StepUpTerms): boolean {
  return proved !== null && msBetween(proved, at) < stepUpValidMs;
}

/**
 * The first factor needs the password alone, which was compared before; every further one a factor that is there. A machine
 * has none: whoever knew its password would be a second person beside herself.
 */
export function refusalToAdd(state: FactorsState, terms: StepUpTerms) {
  if (state.isMachine) return "forbidden";
  if (state.factorIds.length === 0) return undefined;
  if (!isStepUpFresh(state.secondFactorAt, terms)) return "step-up-required";
  const isFull = state.factorIds.length >= secondFactorLimits.factorsMax;
  return isFull ? "too-many-second-factors" : undefined;
}

/** Nobody of the staff is left without a factor: whoever had her password could then make one. */
export function refusalToRemove(state: FactorsState, factorId: string, terms: StepUpTerms) {
  if (!isStepUpFresh(state.secondFactorAt, terms)) return "step-up-required";
  if (!state.factorIds.includes(factorId)) return "not-found";
  return state.isStaff && state.factorIds.length === 1 ? "last-second-factor" : undefined;
}

/** Codes stand for a factor: without one, or without its proof, there are none. */
export function refusalToRenew(state: FactorsState, terms: StepUpTerms) {
  const isProved = state.factorIds.length > 0 && isStepUpFresh(state.secondFactorAt, terms);
  return isProved ? undefined : "step-up-required";
}
