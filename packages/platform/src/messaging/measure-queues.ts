import type { Metrics } from "../telemetry/metrics.ts";
import type { QueueCounts } from "./concurrency-queue.ts";

/** The places for requests of all queues of a service together; returns what takes one more queue. */
export function measureQueues(
  metrics: Pick<Metrics, "watchEach">,
): (counts: () => QueueCounts) => void {
  const queues: (() => QueueCounts)[] = [];
  metrics.watchEach(
    "sanu_service_request_places",
    "Requests over NATS that are handled now, and that wait for a place.",
    ["state"],
    () =>
      (["running", "waiting"] as const).map((state) => ({
        labels: { state },
        value: queues.reduce((sum, counts) => sum + counts()[state], 0),
      })),
  );
  return (counts) => void queues.push(counts);
}
