import type { Attempt } from "@sanu/platform";
import type { SendOrder } from "@sanu/rails";

export interface Candidate {
  readonly attempt: Attempt;
  /** Null where it cannot be paid like this; its own preparation says why. */
  readonly order: SendOrder | null;
}

export interface Member extends Candidate {
  readonly order: SendOrder;
}

export interface LeftOut {
  readonly alone: readonly Attempt[];
  /** They go on waiting. */
  readonly later: readonly Attempt[];
}

export interface Assembled extends LeftOut {
  readonly together: readonly Member[];
}

/** Pure. A transaction pays an address once: another payout to it waits for the next one. One payout is no batch. */
export function assemble(candidates: readonly Candidate[]): Assembled {
  const fit = candidates.filter((one): one is Member => one.order !== null);
  const addressOf = ({ order }: Member) => order.destination.canonical;
  const isFirstThere = (one: Member) =>
    fit.find((other) => addressOf(other) === addressOf(one)) === one;
  const together = fit.filter(isFirstThere);
  const unfit = candidates.filter(({ order }) => order === null);
  const isBatch = together.length > 1;
  return {
    together: isBatch ? together : [],
    alone: [...unfit, ...(isBatch ? [] : together)].map(({ attempt }) => attempt),
    later: fit.filter((one) => !isFirstThere(one)).map(({ attempt }) => attempt),
  };
}

/** Pure. What becomes of a batch that is refused because of some of them; because of nobody means because of all. */
export function withoutThose(together: readonly Member[], keys: readonly string[]): LeftOut {
  const isMeant = ({ order }: Member) => keys.includes(order.key);
  const meant = together.some(isMeant) ? together.filter(isMeant) : together;
  const others = together.filter((one) => !meant.includes(one));
  const attemptsOf = (members: readonly Member[]) => members.map(({ attempt }) => attempt);
  return { alone: attemptsOf(meant), later: attemptsOf(others) };
}
