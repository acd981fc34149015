import { type ProblemCode, ReceiveCallback, type ReplyData } from "@sanu/contracts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { problem } from "../../plugins/problems.ts";
import { defineRoute, withOwnParsers } from "../define-route.ts";

type Outcome = ReplyData<typeof ReceiveCallback>["outcome"];

/** What the provider gets. A callback that is old or cannot be read will not get better by being repeated. */
const problemOfOutcome: Readonly<Record<Outcome, ProblemCode | undefined>> = {
  accepted: undefined,
  ignored: undefined,
  "bad-signature": "unauthenticated",
  stale: "bad-request",
  malformed: "bad-request",
  "unknown-provider": "not-found",
};

const Params = z.object({ provider: z.string().regex(/^[a-z0-9-]{1,32}$/) });

/** Hands the callback to payments exactly as it came, by the method that it came by. */
const callbackRoute = (method: "POST" | "PUT", operationId: string, summary: string) =>
  withOwnParsers(
    // A signature is over bytes, so the body is never parsed here, whatever its type claims.
    (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser<Buffer>("*", { parseAs: "buffer" }, (_request, bytes, done) =>
        done(null, bytes),
      );
    },
    defineRoute({
      operationId,
      method,
      url: "/webhooks/:provider",
      access: "everybody",
      openPart: "callbacks",
      tag: "providers",
      summary,
      input: { params: Params },
      success: { description: "Taken, or of no interest", body: {} },
      problems: ["unauthenticated", "bad-request", "body-too-large", "unsupported-media-type"],
      async handler({ client, params: { provider }, request }) {
        const { body, headers } = request;
        const result = await client.request(ReceiveCallback, {
          provider,
          ...(method === "PUT" && { method }),
          rawBodyBase64: Buffer.isBuffer(body) ? body.toString("base64") : "",
          headers: headersThatMaySign(headers),
        });
        if (result.kind !== "replied") return result;
        const code = problemOfOutcome[result.data.outcome];
        return code === undefined ? {} : problem(code);
      },
    }),
  );

export const receiveCallback = callbackRoute(
  "POST",
  "receiveCallback",
  "A payment provider's callback, signed in its own way",
);

export const receiveCallbackByPut = callbackRoute(
  "PUT",
  "receiveCallbackByPut",
  "The same from a provider that sends callbacks by PUT",
);

/** Headers of the way a request took, and credentials, which no signature of a provider is in. */
const unpassedHeaders =
  /^(?:authorization|cookie|connection|forwarded|x-forwarded-.*|x-real-ip|via)$/;

function headersThatMaySign(headers: FastifyRequest["headers"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !unpassedHeaders.test(name))
      .map(([name, value = ""]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}
