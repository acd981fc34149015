import type { Metrics } from "@sanu/platform";
import type { FastifyInstance } from "fastify";

export type RequestMetrics = Pick<Metrics, "requests">;

/** One line and one observation for each request, by route and never by URL. */
export function logRequests(app: FastifyInstance, metrics: RequestMetrics): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? "unknown";
    const elapsedMs = reply.elapsedTime;
    const isStream = request.routeOptions.config.isEventStream === true && reply.statusCode === 200;
    if (!isStream) {
      const labels = { method, route, status: String(reply.statusCode) };
      metrics.requests.observe(labels, elapsedMs, request.traceparent);
    }
    request.log.info({ method, route, status: reply.statusCode, elapsedMs }, "responded");
    done();
  });
}
