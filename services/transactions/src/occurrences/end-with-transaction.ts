import type { Append, EventStoreOptions } from "@sanu/platform";
import type { TransactionEvent } from "../transaction/events.ts";
import { markEnded } from "./awaited-statements.ts";
import { isOfOccurrence } from "./occurrence-keys.ts";

type Beside = NonNullable<EventStoreOptions<TransactionEvent>["beside"]>;

/** What else commits with a transaction's events, and beside that the word to its order that it has ended, if it came of one. */
export function endWithTransaction(others: Beside): Beside {
  return (append) => {
    const beside = others(append);
    if (!hasEnded(append)) return beside;
    return withEnd(append, beside);
  };
}

async function withEnd({ streamId }: Append<TransactionEvent>, beside: ReturnType<Beside>) {
  return [...((await beside) ?? []), markEnded(streamId)];
}

function hasEnded({ streamId, events }: Append<TransactionEvent>): boolean {
  return (
    isOfOccurrence(streamId) &&
    events.some(({ type }) => type === "TransactionCompleted" || type === "TransactionFailed")
  );
}
