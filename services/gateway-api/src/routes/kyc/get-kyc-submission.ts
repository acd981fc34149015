import { GetKycSubmission } from "@sanu/contracts";
import { z } from "zod";
import type { KycClient } from "../../clients/kyc.ts";
import { IdField } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { KycSubmissionAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf } from "../../plugins/request-context.ts";

/** GET kyc/submissions/{id}: one submission with everything the staff needs to decide about it. */
export function getKycSubmission(app: GatewayApp, kyc: KycClient): void {
  app.route({
    method: "GET",
    url: "/kyc/submissions/:id",
    schema: describeRoute(
      { params: z.object({ id: IdField }) },
      {
        operationId: "getKycSubmission",
        tag: "kyc",
        summary: "One submission",
        success: { status: 200, description: "The submission", schema: KycSubmissionAnswer },
        problems: GetKycSubmission.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { id: submissionId } = request.params;
      const result = await kyc.getSubmission({ submissionId }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: { submission: result.data.submission } };
    },
  });
}
