import type { Circuit } from "@sanu/attempts";
import type { Xof } from "@sanu/kernel";
import type { RailLimits } from "../ports/rail.ts";

/** What is to be collected or paid out, and who refused it definitely before. */
export interface WantedConnector {
  readonly channel: string;
  readonly amountXof: Xof;
  readonly refusedBy: readonly string[];
}

type AmountLimits = Omit<RailLimits, "payoutsPerNumberAndDay">;

/** One connector as it stands now. */
export interface Candidate {
  readonly provider: string;
  /** By whom it is disabled; null where it is not. */
  readonly disabledBy: "setting" | "staff" | null;
  readonly servesChannel: boolean;
  /** In the setting, from 1. */
  readonly place: number;
  /** Counts instead of the place: the lowest is asked first, and of two alike the one of whom the staff says it. */
  readonly staffPriority: number | null;
  readonly limits: AmountLimits;
  /** How many more payouts this number may have of it today; null where nobody counts them. */
  readonly payoutsLeft: number | null;
  readonly circuit: Circuit;
}

export type ConnectorObstacle =
  | "refused-before"
  | "disabled"
  | "disabled-by-staff"
  | "channel-not-served"
  | "below-its-least"
  | "above-its-most"
  | "not-a-multiple"
  | "number-used-up"
  | "circuit-open";

/**
 * `first-choice`: nobody whom the setting names before could; `staff-priority`: one could, and comes behind by what the staff says of
 * this channel; `fail-over`: who was asked before refused; `probe`: it failed before, and is tried
 * again; `last-resort`: its circuit is open or its number used up, and nobody else is left.
 */
type ChoiceReason = "first-choice" | "staff-priority" | "fail-over" | "probe" | "last-resort";

interface PassedOver {
  readonly provider: string;
  readonly obstacle: ConnectorObstacle;
}

/** Which provider, why, and who was passed over for it; null where nobody fits. */
export interface ConnectorChoice {
  readonly provider: string | null;
  readonly reason: ChoiceReason | "nobody-fits";
  readonly passedOver: readonly PassedOver[];
}

/** Pure. Who carries out an order, and why nobody before it. */
export function chooseConnector(
  wanted: WantedConnector,
  candidates: readonly Candidate[],
): ConnectorChoice {
  const passedOver: PassedOver[] = [];
  const ordered = candidates.toSorted(byPriority);
  const fit = ordered.filter((candidate) => {
    const obstacle = obstacleOf(wanted, candidate);
    if (obstacle !== undefined) passedOver.push({ provider: candidate.provider, obstacle });
    return obstacle === undefined;
  });
  const well = fit.find((one) => doubtAbout(one) === undefined);
  const chosen = well ?? fit[0];
  if (chosen === undefined) return { provider: null, reason: "nobody-fits", passedOver };
  const { provider, place } = chosen;
  const isMoved = fit.some((one) => one.place < place && doubtAbout(one) === undefined);
  const ill = fit.slice(0, fit.indexOf(chosen));
  for (const one of ill) {
    passedOver.push({ provider: one.provider, obstacle: doubtAbout(one) ?? "circuit-open" });
  }
  return { provider, reason: reasonOf(wanted, chosen, isMoved), passedOver };
}

function byPriority(one: Candidate, other: Candidate): number {
  const priorityOf = ({ staffPriority, place }: Candidate) => staffPriority ?? place;
  const bySetting = ({ staffPriority }: Candidate) => Number(staffPriority === null);
  return (
    priorityOf(one) - priorityOf(other) ||
    bySetting(one) - bySetting(other) ||
    one.place - other.place
  );
}

function reasonOf(
  { refusedBy }: WantedConnector,
  chosen: Candidate,
  isMoved: boolean,
): ChoiceReason {
  if (refusedBy.length > 0) return "fail-over";
  if (doubtAbout(chosen) !== undefined) return "last-resort";
  if (chosen.circuit === "probing") return "probe";
  return isMoved ? "staff-priority" : "first-choice";
}

function obstacleOf(
  { amountXof, refusedBy }: WantedConnector,
  { provider, disabledBy, servesChannel, limits }: Candidate,
): ConnectorObstacle | undefined {
  if (refusedBy.includes(provider)) return "refused-before";
  if (disabledBy !== null) return disabledBy === "staff" ? "disabled-by-staff" : "disabled";
  if (!servesChannel) return "channel-not-served";
  const { amountXofMin, amountXofMax, multipleOfXof } = limits;
  if (amountXofMin !== undefined && amountXof < amountXofMin) return "below-its-least";
  if (amountXofMax !== undefined && amountXof > amountXofMax) return "above-its-most";
  if (multipleOfXof !== undefined && amountXof % multipleOfXof !== 0n) return "not-a-multiple";
  return undefined;
}

/** It would most probably refuse, or not answer; but that is for it to say, where nobody else is left. */
function doubtAbout({ payoutsLeft, circuit }: Candidate): ConnectorObstacle | undefined {
  if (payoutsLeft !== null && payoutsLeft < 1) return "number-used-up";
  return circuit === "open" ? "circuit-open" : undefined;
}
