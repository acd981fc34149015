import { KycReviewView, KycStatus, ListKycSubmissions } from "@sanu/contracts";
import { z } from "zod";
import { pageFields } from "../../fields/fields.ts";
import { defineList } from "../define-list.ts";

/** The queue of the staff: the one that waits longest is the first. */
export const listKycSubmissions = defineList({
  operationId: "listKycSubmissions",
  url: "/kyc/submissions",
  access: "staff",
  tag: "kyc",
  summary: "The submissions of a status, the oldest first",
  name: "submissions",
  row: KycReviewView,
  query: z.object({
    ...pageFields,
    status: KycStatus.exclude(["NONE"]).default("PENDING"),
  }),
  problems: ListKycSubmissions.refusals,
  ask: (client, { limit, cursor = null, status }) =>
    client.request(ListKycSubmissions, { limit, cursor, status }),
});
