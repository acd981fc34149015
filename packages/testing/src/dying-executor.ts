import { attemptOrder } from "@sanu/attempts";
import { type Decider, systemClock } from "@sanu/kernel";
import {
  type AttemptExecutor,
  type EventStore,
  insertAttempt,
  runDecider,
  type StoredEvent,
} from "@sanu/platform";

/** Opens as a process that dies right after its commit: the intention is stored under a lease, the call is not made. */
export function dyingExecutor<State, Command, Event extends StoredEvent, Code extends string>(
  store: EventStore<Event>,
  decider: Decider<State, Command, Event, Code>,
): Pick<AttemptExecutor<Command>, "open" | "openMaybeSent"> {
  return {
    openMaybeSent: () => Promise.reject(new Error("It dies before anything may have been sent")),
    open({ kind, provider = "sandbox", subjectId, command, context, writes }) {
      const order = attemptOrder(kind, subjectId, 1);
      const leasedBy = "a process that dies";
      const { statement } = insertAttempt({
        order,
        provider,
        context,
        leasedBy,
        clock: systemClock,
      });
      return runDecider({
        store,
        decider,
        streamId: subjectId,
        isNew: true,
        command,
        context,
        writes: () => [...writes, statement],
      });
    },
  };
}
