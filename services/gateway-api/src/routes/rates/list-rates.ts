import { ListRates, PastRateView } from "@sanu/contracts";
import { z } from "zod";
import { pageFields } from "../../fields/fields.ts";
import { pageOf } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";
import { toPage } from "../to-page.ts";

export const listRates = defineRoute({
  operationId: "listRates",
  method: "GET",
  url: "/rates/history",
  access: "everybody",
  tag: "rates",
  summary: "What a bitcoin cost, newest first",
  input: { query: z.object(pageFields) },
  success: pageOf({ rates: z.array(PastRateView) }),
  problems: ListRates.refusals,
  async handler({ client, query: { limit, cursor = null } }) {
    return toPage("rates", await client.request(ListRates, { limit, cursor }));
  },
});
