import { GetResume, ResumeView } from "@sanu/contracts";
import { defineRoute } from "../define-route.ts";

export const getResume = defineRoute({
  operationId: "getResume",
  method: "GET",
  url: "/transactions/resume",
  access: "customers",
  tag: "transactions",
  summary: "Totals by status",
  success: { description: "Since the first transaction", body: { data: ResumeView } },
  problems: [],
  async handler({ client, principal: { accountId } }) {
    const result = await client.request(GetResume, { accountId });
    if (result.kind !== "replied") return result;
    return { data: result.data.data };
  },
});
