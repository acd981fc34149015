import { KycTierView, ListKycTiers } from "@sanu/contracts";
import { z } from "zod";
import { defineRoute } from "../define-route.ts";

export const tiersBody = { data: z.object({ tiers: z.array(KycTierView) }) };

export const listKycTiers = defineRoute({
  operationId: "listKycTiers",
  method: "GET",
  url: "/kyc/tiers",
  access: "accounts",
  tag: "kyc",
  summary: "The tiers and what each allows in a month",
  success: { description: "Tiers 0 to 3", body: tiersBody },
  problems: [],
  async handler({ client }) {
    const result = await client.request(ListKycTiers, {});
    if (result.kind !== "replied") return result;
    return { data: { tiers: result.data.tiers } };
  },
});
