import { newId } from "@sanu/kernel";
import type { EventStore } from "./event-store.ts";
import type { StoredEvent } from "./events.ts";
import { emptyStream } from "./load-events.ts";

/** Appends to a stream of its own what somebody said and nobody decides about. */
export async function appendAlone<Event extends StoredEvent>(
  store: Pick<EventStore<Event>, "append">,
  event: Event,
): Promise<void> {
  const streamId = newId<string>();
  const context = { correlationId: streamId, causationId: streamId };
  await store.append({ streamId, loaded: emptyStream, events: [event], context });
}
