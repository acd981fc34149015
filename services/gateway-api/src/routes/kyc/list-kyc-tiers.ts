import { ListKycTiers, tierIn } from "@sanu/contracts";
import { defineRoute } from "../define-route.ts";
import { tiersBody } from "./tiers-body.ts";

export const listKycTiers = defineRoute({
  operationId: "listKycTiers",
  method: "GET",
  url: "/kyc/tiers",
  access: "accounts",
  tag: "kyc",
  summary: "The tiers and what each allows in a month",
  success: { description: "Tiers 0 to 3", body: tiersBody },
  problems: [],
  async handler({ client, language }) {
    const result = await client.request(ListKycTiers, {});
    if (result.kind !== "replied") return result;
    return { data: { tiers: result.data.tiers.map((tier) => tierIn(language, tier)) } };
  },
});
