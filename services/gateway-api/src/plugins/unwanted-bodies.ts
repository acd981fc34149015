import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { unwantedBodyLimits, uploadLimits } from "../limits.ts";
import { type DiscardLimits, discardRest } from "../multipart/discard-rest.ts";
import { UnreadableBodyError } from "./json-bodies.ts";

/** Requests whose client waits for our word before it sends its body (RFC 9110, 10.1.1). */
export type AwaitedBodies = WeakSet<IncomingMessage>;

/**
 * A response to a request whose body has not come goes out at once, and the connection is closed behind it. So much of the body is
 * thrown away before that a client that is still sending reads the response and not a broken connection.
 */
export function closeUnwantedBodies(app: FastifyInstance, awaited: AwaitedBodies): void {
  app.addHook("preParsing", (request, reply, _payload, done) => {
    const { raw } = request;
    if (isEncoded(raw)) return done(new UnreadableBodyError("unsupported-media-type"));
    if (!request.is404 && awaited.delete(raw)) reply.raw.writeContinue();
    done();
  });
  app.addHook<unknown>("onSend", (request, reply, payload, done) => {
    const { raw } = request;
    if (raw.complete || !hasBody(raw)) return done(null, payload);
    // What came together with the headers is read by then.
    setImmediate(() => {
      if (raw.complete) return done(null, payload);
      reply.header("connection", "close");
      if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return done(null, payload);
      const isTransfer = request.routeOptions.config.isTransfer === true;
      reply.header("content-length", String(Buffer.byteLength(payload)));
      const lasting = sendFirst(payload, raw, isTransfer ? uploadLimits : unwantedBodyLimits);
      done(null, Readable.from(lasting, { objectMode: false }));
    });
  });
}

async function* sendFirst(
  payload: string | Buffer,
  source: IncomingMessage,
  limits: DiscardLimits,
): AsyncGenerator<string | Buffer, void, void> {
  yield payload;
  await discardRest(source, limits);
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/** We read bodies as they are: a small one that unpacks to a large one is none. */
function isEncoded(request: IncomingMessage): boolean {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") return false;
  return request.method !== "GET" && request.method !== "HEAD";
}
