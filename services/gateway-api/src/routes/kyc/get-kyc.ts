import { GetKyc, KycView, tierIn } from "@sanu/contracts";
import { z } from "zod";
import { defineRoute } from "../define-route.ts";

export const getKyc = defineRoute({
  operationId: "getKyc",
  method: "GET",
  url: "/kyc",
  access: "customers",
  tag: "kyc",
  summary: "Your verification: its state, your tier and the newest submission",
  success: {
    description: "The state",
    body: { data: z.object({ kyc: KycView }) },
  },
  problems: GetKyc.refusals,
  async handler({ client, principal: { accountId }, language }) {
    const result = await client.request(GetKyc, { accountId });
    if (result.kind !== "replied") return result;
    const { kyc } = result.data;
    return { data: { kyc: { ...kyc, tier: tierIn(language, kyc.tier) } } };
  },
});
