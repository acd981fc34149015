import { CaseDetailView, GetCase } from "@sanu/contracts";
import { CaseIdField } from "../../fields/fields.ts";
import { defineStaffDetail } from "../define-staff-detail.ts";

export const getCase = defineStaffDetail({
  operationId: "getCase",
  url: "/monitoring/cases/:id",
  tag: "monitoring",
  summary: "One case, with who did what and why",
  id: CaseIdField,
  description: "The case, its history and what was seen",
  name: "case",
  view: CaseDetailView,
  problems: GetCase.refusals,
  find: (client, caseId) => client.request(GetCase, { caseId }),
});
