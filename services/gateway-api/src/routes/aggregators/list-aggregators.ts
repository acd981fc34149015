import { paymentsConnectors } from "@sanu/contracts";
import { z } from "zod";
import { defineRoute } from "../define-route.ts";
import { Aggregator, readAggregators } from "./read-aggregators.ts";

export const listAggregators = defineRoute({
  operationId: "listAggregators",
  method: "GET",
  url: "/aggregators",
  access: "admins",
  tag: "aggregators",
  summary: "Over which providers mobile money moves, in which order, and how each does",
  success: {
    description: "Every provider that the settings name, with its health as measured",
    body: { data: z.object({ aggregators: z.array(Aggregator) }) },
  },
  problems: paymentsConnectors.listConnectors.refusals,
  async handler({ client }) {
    const read = await readAggregators(client);
    return read.kind === "read" ? { data: { aggregators: read.aggregators } } : read;
  },
});
