import type {
  AttemptKind,
  AttemptLimits,
  AttemptReport,
  CallStep,
  FollowUp,
  RetryRule,
} from "@sanu/attempts";
import type { Statement } from "../database/open-database.ts";
import type { Attempt } from "./attempt.ts";

/** A payment, refund or payout that somebody has ordered. */
export type Ordered<State> = Exclude<State, { readonly status: "none" }>;

export function isOrdered<State extends { readonly status: string }>(
  state: State,
): state is Ordered<State> & State {
  return state.status !== "none";
}

export interface MovementStep<State> {
  readonly attempt: Attempt;
  readonly load: () => Promise<Ordered<State>>;
  /** For what never changes, like an order: what this process remembers is as good as what is stored. */
  readonly recall: () => Promise<Ordered<State>>;
  /** Said right before whatever can move money; throws when this process may not do it any more. Leave that error alone. */
  readonly beforeCall: () => void;
}

export interface MovementCall<State> extends MovementStep<State> {
  readonly step: CallStep;
}

/** What a preparation brought: something to store before the call, or a report that there is nothing to call. */
export type Preparation<Report> =
  | { readonly kind: "prepared"; readonly naturalKey: string; readonly payload: string }
  | { readonly kind: "report"; readonly report: Report };

/** A report and what it did to the aggregate; without events it was no news. */
export interface Reported<State, Command, Event> {
  readonly report: AttemptReport<Command>;
  readonly events: readonly Event[];
  readonly state: Ordered<State>;
}

/**
 * How one kind of money movement differs from the others. Each method speaks to the provider at most within its
 * time-out; what the provider does is a report, never an exception.
 */
export interface MoneyMovement<State, Command, Event> {
  readonly kind: AttemptKind;
  readonly retryRule: RetryRule;
  readonly limits?: Partial<AttemptLimits>;
  /** Fetches or builds, and moves nothing. For kinds that need preparation. */
  readonly prepare?: (step: MovementStep<State>) => Promise<Preparation<AttemptReport<Command>>>;
  readonly reportOfTakenKey?: (attempt: Attempt) => AttemptReport<Command>;
  readonly call: (call: MovementCall<State>) => Promise<AttemptReport<Command>>;
  readonly checkStatus: (step: MovementStep<State>) => Promise<AttemptReport<Command>>;
  readonly cancel?: (step: MovementStep<State>) => Promise<AttemptReport<Command>>;
  /** What it means that an order was given up before anybody was called. */
  readonly withdraw?: () => Command;
  /** What is written beside the attempt, in the commit of the report. */
  readonly writes?: (reported: Reported<State, Command, Event>) => readonly Statement[];
  /** An attempt of another kind that follows takes this one's place: this one is settled. */
  readonly followUp?: (attempt: Attempt, events: readonly Event[]) => FollowUp | undefined;
}
