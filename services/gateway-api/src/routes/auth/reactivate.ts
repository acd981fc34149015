import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import { Email } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { MessageAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { askForCode, codeRequestProblems } from "./ask-for-code.ts";

const ReactivateBody = z.object({ email: Email });

/** POST auth/reactivate: a code that opens a deactivated account again. */
export function reactivate(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/auth/reactivate",
    schema: describeRoute(
      { body: ReactivateBody },
      {
        operationId: "reactivate",
        tag: "accounts",
        summary: "Send a code to a deactivated account; `verify-otp` opens it again",
        success: { status: 200, description: "Always the same", schema: MessageAnswer },
        problems: codeRequestProblems,
      },
    ),
    handler: (request, reply) => {
      const { email } = request.body;
      return askForCode(
        identity,
        { reason: "reactivate", userId: null, email },
        { request, reply },
      );
    },
  });
}
