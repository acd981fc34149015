import type { Decider } from "@sanu/kernel";
import type { EventStore } from "../event-store/event-store.ts";
import type { StoredEvent } from "../event-store/events.ts";
import { runDecider } from "../event-store/run-decider.ts";
import type { ReactionInput, ReactionResult } from "../reactions/reaction.ts";
import type { Conclusion } from "./conclude.ts";
import type { AttemptExecutor } from "./executor.ts";

/** A call or a status check is on its way; the verdict is tried again soon. */
export class AttemptUnderWayError extends Error {
  override readonly name = "AttemptUnderWayError";
}

/** A verdict names what this service never ordered, or cannot be: it is parked, never swallowed. */
class UnfitVerdictError extends Error {
  override readonly name = "UnfitVerdictError";
}

/**
 * Ends an attempt as two of the staff have said, once for each fact. Where no attempt is left whose end nobody knows, the
 * aggregate alone says whether the verdict is news.
 */
export async function concludeByFact<
  State,
  Command,
  Event extends StoredEvent,
  Code extends string,
>(
  by: {
    readonly executor: Pick<AttemptExecutor<Command>, "conclude">;
    readonly store: EventStore<Event>;
    readonly decider: Decider<State, Command, Event, Code>;
  },
  { handled, context }: Pick<ReactionInput, "handled" | "context">,
  verdict: Pick<Conclusion<Command>, "subjectId" | "state" | "providerReference"> & {
    readonly command: Command;
  },
): Promise<ReactionResult> {
  const { command, ...end } = verdict;
  const writes = [handled];
  const concluded = await by.executor.conclude({
    ...end,
    commandOf: () => command,
    context,
    writes,
  });
  if (concluded.kind === "under-way") throw new AttemptUnderWayError(verdict.subjectId);
  if (concluded.kind === "stale") return { kind: "nothing-new" };
  const result =
    concluded.kind === "no-attempt"
      ? await runDecider({
          store: by.store,
          decider: by.decider,
          streamId: verdict.subjectId,
          command,
          context,
          writes: () => writes,
        })
      : concluded;
  if (result.kind === "refused") throw new UnfitVerdictError(verdict.subjectId);
  return result;
}
