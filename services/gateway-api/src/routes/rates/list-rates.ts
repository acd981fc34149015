import { ListRates, PastRateView } from "@sanu/contracts";
import { z } from "zod";
import { pageFields } from "../../fields/fields.ts";
import { defineList } from "../define-list.ts";

export const listRates = defineList({
  operationId: "listRates",
  url: "/rates/history",
  access: "everybody",
  openPart: "rates",
  tag: "rates",
  summary: "What a bitcoin cost, newest first",
  name: "rates",
  row: PastRateView,
  query: z.object(pageFields),
  problems: ListRates.refusals,
  ask: (client, { limit, cursor = null }) => client.request(ListRates, { limit, cursor }),
});
