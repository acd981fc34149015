import { fold, type Instant } from "@sanu/kernel";
import type { Append, EventStore, EventStoreOptions, Statement } from "@sanu/platform";
import type { TransactionEvent } from "../../transaction/events.ts";
import { evolve } from "../../transaction/evolve.ts";
import { momentOf } from "../../transaction/moment-of.ts";
import { isResolved, questionOf } from "../../transaction/review.ts";
import {
  type ExistingTransaction,
  noTransaction,
  type ReviewQuestion,
} from "../../transaction/state.ts";
import type { CaseCommand, CommandOfCase } from "../commands.ts";
import { staffCase } from "../decide.ts";
import type { CaseEvent } from "../events.ts";
import { casesOfHolds, isHold } from "../holds/cases-of-holds.ts";
import { casesOfReversals, isReversal } from "../reversals/cases-of-reversals.ts";
import { isGivenByHand } from "../verdicts.ts";
import { caseIdOfQuestion, foundIn } from "./findings.ts";
import { GivenByHandError, isOfPerson } from "./given-by-hand.ts";

type Cases = Pick<EventStore<CaseEvent>, "load" | "statementsOf">;
type Beside = NonNullable<EventStoreOptions<TransactionEvent>["beside"]>;

/**
 * Opens a case with every question of a review, and closes it with the answer, in the commit of the transaction's own
 * events: there is no review without its cases, whoever appends. So does a provider that changes its word.
 */
export function casesOfReviews(cases: Cases): Beside {
  return (append) => {
    const { loaded, events } = append;
    // Nearly no transaction is ever in review, and none of them pays for those that are.
    if (!loaded.events.some(mayNeedCase) && !events.some(mayNeedCase)) return undefined;
    return statementsBeside(cases, append);
  };
}

function mayNeedCase(event: TransactionEvent): boolean {
  return event.type === "TransactionReviewRequested" || isHold(event) || isReversal(event);
}

async function statementsBeside(
  cases: Cases,
  { loaded, events, context }: Append<TransactionEvent>,
): Promise<readonly Statement[]> {
  const found = [
    ...caseCommands(loaded.events, events),
    ...casesOfReversals(loaded.events, events),
    ...casesOfHolds(loaded.events, events),
  ];
  // What a verdict itself appends to its case commits with its own events.
  const decided = (caseId: string) =>
    events.some((event) => "caseId" in event && event.caseId === caseId);
  const undecided = found.filter(({ caseId }) => !decided(caseId));
  const commands = await unlessAsked(cases, undecided);
  const isByPerson = events.some(isOfPerson);
  const appended = await Promise.all(
    [...Map.groupBy(commands, ({ caseId }) => caseId)].map(async ([caseId, ofCase]) => {
      const stream = await cases.load(caseId);
      const commandsOfCase = ofCase.map(({ command }) => command);
      if (isByPerson) assertNotByHand(caseId, stream.events, commandsOfCase);
      const made = decideAll(stream.events, commandsOfCase);
      const [first, ...others] = made;
      if (first === undefined) return [];
      const events: Append<CaseEvent>["events"] = [first, ...others];
      return cases.statementsOf({ streamId: caseId, loaded: stream, events, context });
    }),
  );
  return appended.flat();
}

async function unlessAsked(
  cases: Cases,
  commands: readonly CommandOfCase[],
): Promise<readonly CommandOfCase[]> {
  const isOpen = async (caseId: string) => {
    const { status } = fold(staffCase, (await cases.load(caseId)).events);
    return status !== "none" && status !== "closed";
  };
  const areAsked = await Promise.all(
    commands.map(async ({ unlessOpen = [] }) =>
      (await Promise.all(unlessOpen.map(isOpen))).some(Boolean),
    ),
  );
  return commands.filter((_command, place) => areAsked[place] !== true);
}

/** In the commit itself, on the case that it closes: whoever proposes or sends at the same time meets the other. */
function assertNotByHand(
  caseId: string,
  history: readonly CaseEvent[],
  commands: readonly CaseCommand[],
): void {
  const state = fold(staffCase, history);
  const isClosing = commands.some(({ kind }) => kind === "close");
  if (isClosing && isGivenByHand(state)) throw new GivenByHandError(caseId);
}

function decideAll(
  history: readonly CaseEvent[],
  commands: readonly CaseCommand[],
): readonly CaseEvent[] {
  return commands.reduce<readonly CaseEvent[]>((made, command) => {
    const decision = staffCase.decide(fold(staffCase, [...history, ...made]), command);
    // What is not open has nothing to close.
    return decision.kind === "accepted" ? [...made, ...decision.events] : made;
  }, []);
}

/** What an append asks, and what it answers of all that was asked. Pure. */
export function caseCommands(
  history: readonly TransactionEvent[],
  events: readonly TransactionEvent[],
): readonly CommandOfCase[] {
  const transaction = { initial: noTransaction, evolve };
  const before = fold(transaction, history);
  const after = fold(transaction, events, before);
  if (after.status === "none") return [];
  const requests = events.filter((event) => event.type === "TransactionReviewRequested");
  const asked = requests.map((event) => ({ question: questionOf(event), at: event.requestedAt }));
  const [first] = events;
  const at = first === undefined ? after.order.createdAt : momentOf(first);
  const open = before.status === "none" ? [] : before.review;
  const questions = [...open, ...asked.map(({ question }) => question)];
  return [
    ...asked.map(({ question, at: since }) => ({
      caseId: caseIdOfQuestion(after, question),
      command: { kind: "open", found: foundIn(after, question, since), at: since } as const,
    })),
    ...questions.flatMap((question) => {
      const command = closingOf(question, { after, events, at });
      return command === undefined ? [] : [{ caseId: caseIdOfQuestion(after, question), command }];
    }),
  ];
}

/** `undefined` while somebody still has to look. */
function closingOf(
  question: ReviewQuestion,
  found: {
    readonly after: ExistingTransaction;
    readonly events: readonly TransactionEvent[];
    readonly at: Instant;
  },
): CaseCommand | undefined {
  const { after, events, at } = found;
  const caseId = caseIdOfQuestion(after, question);
  const asked = after.review.find((one) => caseIdOfQuestion(after, one) === caseId);
  if (asked !== undefined && !isResolved(asked, after)) return undefined;
  const resolved = events.find((event) => event.type === "TransactionReviewResolved");
  const by = resolved?.resolvedBy ?? null;
  const closing = by === null ? "answered" : "resolved";
  return { kind: "close", closing, by, at };
}
