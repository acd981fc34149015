import { GetKycSubmission, KycReviewView } from "@sanu/contracts";
import { IdField } from "../../fields/fields.ts";
import { defineStaffDetail } from "../define-staff-detail.ts";

/** Everything that the staff needs to decide about it. */
export const getKycSubmission = defineStaffDetail({
  operationId: "getKycSubmission",
  url: "/kyc/submissions/:id",
  tag: "kyc",
  summary: "One submission",
  id: IdField,
  description: "The submission",
  name: "submission",
  view: KycReviewView,
  problems: GetKycSubmission.refusals,
  find: (client, submissionId) => client.request(GetKycSubmission, { submissionId }),
});
