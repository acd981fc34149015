import { Readable } from "node:stream";
import { streamLimits } from "../limits.ts";

export interface StreamedEvent {
  /** What the client names as `Last-Event-ID` when it comes back. */
  readonly id: string;
  readonly data: object;
}

/** The body of one stream of server-sent events (HTML, 9.2). */
export interface EventStream {
  readonly body: Readable;
  readonly write: (event: StreamedEvent) => void;
  /** Keeps the connection and what stands between from taking the stream for dead. */
  readonly beat: () => void;
  /** Ends after what was written. */
  readonly end: () => void;
}

const eventName = "progress";

/** Opens a stream. A client that does not take what it is sent is cut off. */
export function createEventStream(): EventStream {
  const body = new Readable({ read: () => undefined });
  // A client that went away is no fault of anybody.
  body.on("error", () => undefined);
  let isOver = false;
  const push = (text: string): void => {
    if (body.destroyed || isOver) return;
    if (body.readableLength > streamLimits.pendingBytesMax) body.destroy();
    else body.push(text);
  };
  push(`retry: ${retryMs()}\n\n`);
  return {
    body,
    write: ({ id, data }) =>
      push(`id: ${id}\nevent: ${eventName}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => push(": still here\n\n"),
    end() {
      if (body.destroyed || isOver) return;
      isOver = true;
      body.push(null);
    },
  };
}

/** Another for each stream, so that those that ended together do not come back together. */
function retryMs(): number {
  const { retryMsMin, retryMsMax } = streamLimits;
  return Math.round(retryMsMin + Math.random() * (retryMsMax - retryMsMin));
}
