import { GetRemaining } from "@sanu/contracts";
import { z } from "zod";
import { defineRoute } from "../define-route.ts";

export const getRemaining = defineRoute({
  operationId: "getRemaining",
  method: "GET",
  url: "/transactions/remaining",
  access: "customers",
  tag: "transactions",
  summary:
    "What is left of the monthly limit, in percent; of a key's own limit for who comes by one",
  success: {
    description: "0 to 100",
    body: { remaining: z.int().min(0).max(100) },
  },
  problems: [],
  async handler({ client, principal: { accountId, apiKey } }) {
    const result = await client.request(GetRemaining, { accountId, keyId: apiKey?.keyId ?? null });
    if (result.kind !== "replied") return result;
    return { remaining: result.data.remaining };
  },
});
