import { ApiKeyView, ChangeApiKey } from "@sanu/contracts";
import { z } from "zod";
import { IdField, Reason } from "../../fields/fields.ts";
import { someNamedOf } from "../../fields/said-rules.ts";
import { defineRoute } from "../define-route.ts";
import { limitFields, neededBeside, pace } from "./key-fields.ts";

const Changes = z
  .object({ requests_per_minute: pace.optional(), ...limitFields, reason: Reason })
  .refine(
    (body) =>
      body.requests_per_minute !== undefined ||
      body.open_transactions_max !== undefined ||
      body.monthly_limit !== undefined,
    { path: ["requests_per_minute"], ...neededBeside },
  )
  .meta(someNamedOf("requests_per_minute", "open_transactions_max", "monthly_limit"));

export const changeApiKey = defineRoute({
  operationId: "changeApiKey",
  method: "PATCH",
  url: "/api-keys/:id",
  access: "admins",
  tag: "api keys",
  summary: "Lower the limits of a key at once; propose them where one rises",
  input: { params: z.object({ id: IdField }), body: Changes },
  success: {
    description: "The key, lowered",
    body: { data: z.object({ api_key: ApiKeyView }) },
  },
  mayPropose: true,
  problems: ChangeApiKey.refusals,
  async handler({ client, principal: { accountId: by }, params: { id: keyId }, body }) {
    const { monthly_limit, reason } = body;
    const result = await client.command(ChangeApiKey, {
      by,
      keyId,
      requestsPerMinute: body.requests_per_minute ?? null,
      openTransactionsMax: body.open_transactions_max ?? null,
      monthlyLimitXof: monthly_limit === undefined ? null : `${monthly_limit}`,
      reason,
    });
    if (result.kind !== "replied") return result;
    const { apiKey, proposal } = result.data;
    return proposal === null ? { data: { api_key: apiKey } } : { kind: "proposed", proposal };
  },
});
