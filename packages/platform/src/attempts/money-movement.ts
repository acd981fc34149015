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
  /**
   * Said right before whatever can move money, or can free what another holder has put aside for it. The error by which it
   * forbids that is left alone.
   */
  readonly beforeCall: () => void;
}

export interface MovementCall<State> extends MovementStep<State> {
  readonly step: CallStep;
}

export type Preparation<Report> =
  | { readonly kind: "prepared"; readonly naturalKey: string; readonly payload: string }
  | { readonly kind: "report"; readonly report: Report };

/** Without events it was no news. */
export interface Reported<State, Command, Event> {
  readonly report: AttemptReport<Command>;
  readonly events: readonly Event[];
  readonly state: Ordered<State>;
}

/** Each method speaks to the provider within its time-out; what the provider does is a report, never an exception. */
export interface MoneyMovement<State, Command, Event> {
  readonly kind: AttemptKind;
  /** Whose keys its attempts have: only these are carried out here. */
  readonly provider: string;
  readonly retryRule: RetryRule;
  readonly limits?: Partial<AttemptLimits>;
  /** Of one attempt, above all others. */
  readonly limitsOf?: (attempt: Attempt) => Partial<AttemptLimits>;
  readonly prepare?: (step: MovementStep<State>) => Promise<Preparation<AttemptReport<Command>>>;
  /** How the keys begin of all that the call of this one carries out; undefined where it is the only one. */
  readonly togetherBy?: (naturalKey: string) => string | undefined;
  readonly reportOfUsedKey?: (attempt: Attempt) => AttemptReport<Command>;
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
