import type { LoadedStream } from "./load-events.ts";

const streamCacheLimits = { streamsMax: 1_000 } as const;

/**
 * Most commands follow soon on another to the same stream. What is recalled may be out of date: an append on it is a
 * conflict then, and nothing else may be concluded from it without loading.
 */
export interface StreamCache<Event> {
  readonly recall: (streamId: string) => LoadedStream<Event> | undefined;
  readonly store: (streamId: string, stream: LoadedStream<Event>) => void;
  readonly evict: (streamId: string) => void;
}

/** An empty cache; beyond the limit the stream that was written longest ago is evicted. */
export function createStreamCache<Event>(
  streamsMax: number = streamCacheLimits.streamsMax,
): StreamCache<Event> {
  const streams = new Map<string, LoadedStream<Event>>();
  return {
    recall: (streamId) => streams.get(streamId),
    store(streamId, stream) {
      streams.delete(streamId);
      streams.set(streamId, stream);
      if (streams.size <= streamsMax) return;
      for (const oldest of streams.keys()) {
        streams.delete(oldest);
        break;
      }
    },
    evict: (streamId) => void streams.delete(streamId),
  };
}
