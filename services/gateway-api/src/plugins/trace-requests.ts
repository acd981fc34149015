import { logFields, readTraceparent, type Span, type Tracer } from "@sanu/platform";
import type { FastifyInstance, FastifyRequest } from "fastify";

const serverErrorMin = 500;

/** Begins the trace of each request, or goes on with the client's; the lines of its log say which it is. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.decorateRequest("traceparent", undefined);
  app.addHook("onRequest", (request, reply, done) => {
    const { traceparent, span } = tracer.begin(givenBy(request), () => startOf(request));
    request.traceparent = traceparent;
    if (span !== undefined) spans.set(request, span);
    if (traceparent !== undefined) {
      request.log = request.log.child(logFields({ traceparent }));
      reply.log = request.log;
    }
    done();
  });
  app.addHook("onResponse", (request, { statusCode }, done) => {
    const error = statusCode >= serverErrorMin ? String(statusCode) : undefined;
    spans.get(request)?.end({ attributes: { "http.response.status_code": statusCode }, error });
    done();
  });
}

function givenBy({ headers }: FastifyRequest): string | undefined {
  const given = headers["traceparent"];
  if (typeof given !== "string") return undefined;
  return readTraceparent(given) === undefined ? undefined : given;
}

/** By its route and never by its URL, which can carry a token. */
function startOf({ method, id, routeOptions }: FastifyRequest) {
  const route = routeOptions.url ?? "unknown";
  return {
    name: `${method} ${route}`,
    kind: "server" as const,
    attributes: { "http.request.method": method, "http.route": route, "sanu.correlation_id": id },
  };
}
