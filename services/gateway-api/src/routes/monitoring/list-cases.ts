import { CaseKind, CaseStatus, CaseView, ListCases } from "@sanu/contracts";
import { z } from "zod";
import { pageFields, TransactionIdField, wholeNumber } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { defineList } from "../define-list.ts";

const Query = z.object({
  ...pageFields,
  kind: CaseKind.optional(),
  status: CaseStatus.optional().describe("Without it all that are not closed"),
  older_than: wholeNumber(0, fieldLimits.caseHoursMax).optional().describe("Hours"),
  transaction: TransactionIdField.optional().describe("The id of a transaction"),
});

export const listCases = defineList({
  operationId: "listCases",
  url: "/monitoring/cases",
  access: "staff",
  tag: "monitoring",
  summary: "What somebody has to look at, the oldest first",
  name: "cases",
  row: CaseView,
  query: Query,
  problems: ListCases.refusals,
  ask: (client, query) =>
    client.request(ListCases, {
      limit: query.limit,
      cursor: query.cursor ?? null,
      kind: query.kind ?? null,
      status: query.status ?? null,
      olderThanHours: query.older_than ?? null,
      transactionId: query.transaction ?? null,
    }),
});
