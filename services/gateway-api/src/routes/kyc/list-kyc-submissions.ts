import { KycReviewView, KycStatus, ListKycSubmissions } from "@sanu/contracts";
import { z } from "zod";
import { pageFields } from "../../fields/fields.ts";
import { pageOf } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";
import { toPage } from "../to-page.ts";

const Query = z.object({
  ...pageFields,
  status: KycStatus.exclude(["NONE"]).default("PENDING"),
});

/** The queue of the staff: the one that waits longest is the first. */
export const listKycSubmissions = defineRoute({
  operationId: "listKycSubmissions",
  method: "GET",
  url: "/kyc/submissions",
  access: "staff",
  tag: "kyc",
  summary: "The submissions of a status, the oldest first",
  input: { query: Query },
  success: pageOf({ submissions: z.array(KycReviewView) }),
  problems: ListKycSubmissions.refusals,
  async handler({ client, query: { limit, cursor = null, status } }) {
    return toPage(
      "submissions",
      await client.request(ListKycSubmissions, { limit, cursor, status }),
    );
  },
});
