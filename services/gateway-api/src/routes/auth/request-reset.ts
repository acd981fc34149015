import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import { Email } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { MessageAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { askForCode, codeRequestProblems } from "./ask-for-code.ts";

const ResetRequestBody = z.object({ email: Email });

/** POST auth/password/reset-request: a code to set a new password with. */
export function requestReset(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/auth/password/reset-request",
    schema: describeRoute(
      { body: ResetRequestBody },
      {
        operationId: "requestReset",
        tag: "accounts",
        summary: "Send a code for a new password",
        success: { status: 200, description: "Always the same", schema: MessageAnswer },
        problems: codeRequestProblems,
      },
    ),
    handler: (request, reply) => {
      const { email } = request.body;
      return askForCode(identity, { reason: "reset", userId: null, email }, { request, reply });
    },
  });
}
