import { FindProgress, type ProgressView, type RequestInput } from "@sanu/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestClient } from "../clients/request-client.ts";
import { streamLimits } from "../limits.ts";
import type { OpenStreams } from "../streams/open-streams.ts";
import type { ProgressWatch } from "../streams/progress-watch.ts";
import type { StreamOwner } from "../streams/stream-places.ts";
import { refuse, sendProblem } from "./problems.ts";
import { scopeOf } from "./request-context.ts";

/** What it takes to let somebody follow a transaction. */
export interface ProgressStreams {
  readonly streams: OpenStreams;
  readonly watch: ProgressWatch;
  readonly client: RequestClient;
}

export interface Following {
  readonly owner: StreamOwner;
  readonly of: RequestInput<typeof FindProgress>["of"];
  readonly viewOf: (progress: ProgressView) => object;
}

const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  // Proxies that collect responses before they pass them on would keep every event.
  "x-accel-buffering": "no",
} as const;

/**
 * Responds with the events of one transaction: the present state first, also for a client that comes back,
 * then each change, and the end behind the last state. A client that knows the last state already gets 204, which
 * tells an EventSource not to come back (HTML, 9.2.3).
 */
export async function followProgress(
  { streams, watch, client }: ProgressStreams,
  request: FastifyRequest,
  reply: FastifyReply,
  { owner, of, viewOf }: Following,
): Promise<FastifyReply> {
  const place = streams.reserve(owner);
  if (place.kind !== "place") return refusePlace(reply, place.kind);
  const found = await client(scopeOf(request)).request(FindProgress, { of });
  if (found.kind !== "replied" || reply.raw.destroyed) {
    place.release();
    return found.kind === "replied" ? reply : refuse(reply, found);
  }
  const { progress } = found.data;
  if (isFinal(progress) && request.headers["last-event-id"] === idOf(progress)) {
    place.release();
    return reply.code(204).send();
  }
  const { accountId, paymentStatus } = progress;
  const stream = place.open({ accountId, isPaid: paymentStatus === "COMPLETED" });
  if (typeof stream === "string") return refusePlace(reply, stream);
  const show = (each: ProgressView): void =>
    stream.show({ id: idOf(each), data: viewOf(each) }, isFinal(each));
  show(progress);
  if (!isFinal(progress)) {
    stream.onEnd(
      watch.follow(progress.transactionId, (each) =>
        each === undefined ? stream.end() : show(each),
      ),
    );
  }
  return reply.headers(streamHeaders).send(stream.body);
}

function refusePlace(reply: FastifyReply, kind: "too-many" | "full"): FastifyReply {
  const retryAfterSeconds = streamLimits.retryAfterSeconds;
  const code = kind === "too-many" ? "too-many-requests" : "service-unavailable";
  return sendProblem(reply, { code, retryAfterSeconds });
}

function isFinal({ status }: ProgressView): boolean {
  return status === "COMPLETED" || status === "FAILED";
}

function idOf({ revision }: ProgressView): string {
  return String(revision);
}
