import { GetRates, RatesView } from "@sanu/contracts";
import { defineRoute } from "../define-route.ts";

export const getRates = defineRoute({
  operationId: "getRates",
  method: "GET",
  url: "/rates",
  access: "everybody",
  openPart: "rates",
  tag: "rates",
  summary: "What a bitcoin costs now, in XOF",
  success: { description: "The rates", body: { data: RatesView } },
  problems: GetRates.refusals,
  async handler({ client }) {
    const result = await client.request(GetRates, {});
    if (result.kind !== "replied") return result;
    return { data: result.data.rates };
  },
});
