import { ExposureView, FloatView, GetTreasury } from "@sanu/contracts";
import { z } from "zod";
import { defineRoute } from "../define-route.ts";

export const getTreasury = defineRoute({
  operationId: "getTreasury",
  method: "GET",
  url: "/monitoring/treasury",
  access: "staff",
  tag: "monitoring",
  summary: "What we can pay out, what is promised of it, and which rails take no orders",
  success: {
    description:
      "Every float of ours, and what all of a currency hold against their target; amounts are in francs or satoshis",
    body: { data: z.object({ floats: z.array(FloatView), exposure: z.array(ExposureView) }) },
  },
  problems: GetTreasury.refusals,
  async handler({ client }) {
    const result = await client.request(GetTreasury, {});
    return result.kind === "replied" ? { data: result.data } : result;
  },
});
