import { GetKycSubmission, KycReviewView } from "@sanu/contracts";
import { z } from "zod";
import { IdField } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

/** Everything that the staff needs to decide about it. */
export const getKycSubmission = defineRoute({
  operationId: "getKycSubmission",
  method: "GET",
  url: "/kyc/submissions/:id",
  access: "staff",
  tag: "kyc",
  summary: "One submission",
  input: { params: z.object({ id: IdField }) },
  success: {
    description: "The submission",
    body: { data: z.object({ submission: KycReviewView }) },
  },
  problems: GetKycSubmission.refusals,
  async handler({ client, params: { id: submissionId } }) {
    const result = await client.request(GetKycSubmission, { submissionId });
    if (result.kind !== "replied") return result;
    return { data: { submission: result.data.submission } };
  },
});
