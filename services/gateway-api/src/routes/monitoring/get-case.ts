import { CaseDetailView, GetCase } from "@sanu/contracts";
import { z } from "zod";
import { CaseIdField } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

export const getCase = defineRoute({
  operationId: "getCase",
  method: "GET",
  url: "/monitoring/cases/:id",
  access: "staff",
  tag: "monitoring",
  summary: "One case, with who did what and why",
  input: { params: z.object({ id: CaseIdField }) },
  success: {
    description: "The case, its history and what was seen",
    body: { data: z.object({ case: CaseDetailView }) },
  },
  problems: GetCase.refusals,
  async handler({ client, params: { id: caseId } }) {
    const result = await client.request(GetCase, { caseId });
    return result.kind === "replied" ? { data: result.data } : result;
  },
});
