import { KycStatus, ListKycSubmissions } from "@sanu/contracts";
import { z } from "zod";
import type { KycClient } from "../../clients/kyc.ts";
import { pageFields } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { KycSubmissionsAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf } from "../../plugins/request-context.ts";

const Query = z.object({
  ...pageFields,
  status: KycStatus.exclude(["NONE"]).default("PENDING"),
});

/** GET kyc/submissions: the queue of the staff, the one that waits longest first. */
export function listKycSubmissions(app: GatewayApp, kyc: KycClient): void {
  app.route({
    method: "GET",
    url: "/kyc/submissions",
    schema: describeRoute(
      { querystring: Query },
      {
        operationId: "listKycSubmissions",
        tag: "kyc",
        summary: "The submissions of a status, the oldest first",
        success: {
          status: 200,
          description: "One page; `meta.next_cursor` leads to the next",
          schema: KycSubmissionsAnswer,
        },
        problems: ListKycSubmissions.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { limit, cursor = null, status } = request.query;
      const result = await kyc.listSubmissions({ limit, cursor, status }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const { rows, nextCursor } = result.data;
      return { success: true, submissions: rows, meta: { next_cursor: nextCursor } };
    },
  });
}
