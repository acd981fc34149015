import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { gatewayLimits } from "../limits.ts";
import { sendProblem } from "./problems.ts";

/** A name or an address, and a port or none (RFC 9110, 7.2). */
const hostShape = /^(?:\[[0-9a-f:.]{2,45}\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d{1,5})?$/i;
const hostLettersMax = 261;

/**
 * Refuses what two readers of a request could take for different ones: a second `Host`, none, or none that could be one; a target
 * that names another; a version without headers. What stands in front of us chooses by the one, we would by the other.
 */
export function takeOneHost(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const code = troubleOf(request.raw);
    if (code === undefined) return done();
    reply.header("connection", "close");
    sendProblem(reply, { code });
  });
}

function troubleOf(
  request: Pick<IncomingMessage, "headers" | "rawHeaders" | "httpVersion" | "url">,
): "bad-request" | "headers-too-large" | undefined {
  const { rawHeaders, httpVersion, url = "" } = request;
  if (rawHeaders.length > 2 * gatewayLimits.headersMax) return "headers-too-large";
  const isKnown = httpVersion === "1.1" || httpVersion === "1.0";
  const isPlain = isKnown && url.startsWith("/") && hasPlainLength(request.headers);
  return isPlain && hasOneHost(rawHeaders) ? undefined : "bad-request";
}

/** A length of its own or the end of the last chunk, and nothing that packs the body besides. */
function hasPlainLength({ "transfer-encoding": encoding }: IncomingMessage["headers"]): boolean {
  return encoding === undefined || encoding.toLowerCase() === "chunked";
}

function hasOneHost(rawHeaders: readonly string[]): boolean {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length !== "host".length || name.toLowerCase() !== "host") continue;
    if (host !== undefined) return false;
    host = rawHeaders[at + 1] ?? "";
  }
  return host !== undefined && host.length <= hostLettersMax && hostShape.test(host);
}
