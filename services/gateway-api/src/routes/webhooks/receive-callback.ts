import type { ProblemCode, ReceiveCallback, ReplyData } from "@sanu/contracts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { PaymentsClient } from "../../clients/payments.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { CallbackAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse, sendProblem } from "../../plugins/problems.ts";
import { callOf } from "../../plugins/request-context.ts";

type Outcome = ReplyData<typeof ReceiveCallback>["outcome"];

/** What the provider is told. A callback that is old or cannot be read will not get better by being repeated. */
const problemOfOutcome: Readonly<Record<Outcome, ProblemCode | undefined>> = {
  accepted: undefined,
  ignored: undefined,
  "bad-signature": "unauthenticated",
  stale: "bad-request",
  malformed: "bad-request",
  "unknown-provider": "not-found",
};

const Params = z.object({ provider: z.string().regex(/^[a-z0-9-]{1,32}$/) });

/** POST /webhooks/{provider}: hands the callback to payments exactly as it came. */
export function receiveCallback(app: GatewayApp, payments: PaymentsClient): void {
  // A signature is over bytes, so the body is never parsed here, whatever its type claims.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>("*", { parseAs: "buffer" }, (_request, bytes, done) =>
    done(null, bytes),
  );
  app.route({
    method: "POST",
    url: "/webhooks/:provider",
    schema: describeRoute(
      { params: Params },
      {
        operationId: "receiveCallback",
        tag: "providers",
        summary: "A payment provider's callback, signed in its own way",
        success: { status: 200, description: "Taken, or of no interest", schema: CallbackAnswer },
        problems: ["unauthenticated", "bad-request", "body-too-large", "unsupported-media-type"],
      },
    ),
    handler: async (request, reply) => {
      const body: unknown = request.body;
      const callback = {
        provider: request.params.provider,
        rawBodyBase64: Buffer.isBuffer(body) ? body.toString("base64") : "",
        headers: headersThatMaySign(request.headers),
      };
      const result = await payments.receiveCallback(callback, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const code = problemOfOutcome[result.data.outcome];
      return code === undefined ? { success: true } : sendProblem(reply, { code });
    },
  });
}

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
