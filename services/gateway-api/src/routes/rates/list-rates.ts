import { ListRates, PastRateView } from "@sanu/contracts";
import { z } from "zod";
import { pageFields } from "../../fields/fields.ts";
import { pageOf } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";

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
    const result = await client.request(ListRates, { limit, cursor });
    if (result.kind !== "replied") return result;
    const { rows, nextCursor } = result.data;
    return { rates: rows, meta: { next_cursor: nextCursor } };
  },
});
