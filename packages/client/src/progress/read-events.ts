import { clientLimits } from "../limits.ts";
import type { Patience } from "../send/patience.ts";
import { createEventReader, type StreamEvent } from "./event-reader.ts";

/** The events of an open stream, until it ends. Throws when it breaks, or is silent for too long. */
export async function* readEvents(
  { body }: Pick<Response, "body">,
  patience: Patience,
): AsyncGenerator<StreamEvent> {
  if (body === null) return;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  const read = createEventReader();
  for (;;) {
    patience.extend(clientLimits.streamSilenceMs);
    const { done, value } = await reader.read();
    if (done) return;
    yield* read(decoder.decode(value, { stream: true }));
  }
}
