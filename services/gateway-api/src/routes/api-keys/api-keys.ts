import {
  ApiKeyView,
  apiKeyLimits,
  CreateApiKey,
  ListApiKeys,
  ProposalView,
  type ReplyData,
  RevokeApiKey,
  RotateApiKey,
} from "@sanu/contracts";
import { z } from "zod";
import { IdempotencyHeaders, IdField, Reason } from "../../fields/fields.ts";
import { idempotencyOf } from "../../plugins/idempotency.ts";
import { defineRoute } from "../define-route.ts";
import { expiresInDays as expires_in_days, NewKey, orderingOf } from "./key-fields.ts";

const ofAdmins = (url: string) =>
  ({ method: "POST", url: `/api-keys${url}`, access: "admins", tag: "api keys" }) as const;
const shownOnce = z.object({
  api_key: ApiKeyView,
  key: z
    .string()
    .nullable()
    .describe(
      "Shown this once; null where the same request made it before: revoke it, make another",
    ),
  proposal: ProposalView.nullable().describe("What another person approves before the key opens"),
});
const keyBody = { data: shownOnce };
const params = z.object({ id: IdField });
const shown = ({ apiKey, key, proposal }: ReplyData<typeof CreateApiKey>) => ({
  data: { api_key: apiKey, key, proposal },
});

export const createApiKey = defineRoute({
  operationId: "createApiKey",
  ...ofAdmins(""),
  summary:
    "Make a key for a machine, an account of the role service_client; two people where it shows people or orders for them",
  input: {
    headers: IdempotencyHeaders,
    body: NewKey,
  },
  success: { status: 201, description: "The key, shown this once", body: keyBody },
  problems: CreateApiKey.refusals,
  async handler({ client, principal: { accountId: by }, body, headers }) {
    const { user_id: accountId, scopes, networks, reason } = body;
    const { requests_per_minute: requestsPerMinute, expires_in_days: expiresInDays } = body;
    const key = { by, accountId, scopes, networks, requestsPerMinute, expiresInDays, reason };
    const ordering = orderingOf(body);
    // Keys of before keys could order stay those of the same bodies.
    const idempotency = idempotencyOf(headers, ordering === null ? [key] : [key, ordering]);
    const result = await client.request(CreateApiKey, { ...key, ordering, idempotency });
    return result.kind === "replied" ? shown(result.data) : result;
  },
});

export const rotateApiKey = defineRoute({
  operationId: "rotateApiKey",
  ...ofAdmins("/:id/rotate"),
  summary: "Replace a key by a new one; the old one still counts for the overlap",
  input: {
    params,
    headers: IdempotencyHeaders,
    body: z.object({
      overlap_hours: z.int().min(0).max(apiKeyLimits.overlapHoursMax),
      expires_in_days,
      reason: Reason,
    }),
  },
  success: { description: "The new key, shown this once", body: keyBody },
  problems: RotateApiKey.refusals,
  async handler({ client, principal: { accountId: by }, params: { id: keyId }, body, headers }) {
    const { overlap_hours: overlapHours, expires_in_days: expiresInDays, reason } = body;
    const rotation = { by, keyId, overlapHours, expiresInDays, reason };
    const idempotency = idempotencyOf(headers, [rotation]);
    const result = await client.request(RotateApiKey, { ...rotation, idempotency });
    return result.kind === "replied" ? shown(result.data) : result;
  },
});

export const revokeApiKey = defineRoute({
  operationId: "revokeApiKey",
  ...ofAdmins("/:id/revoke"),
  summary: "End a key at once; again is the same",
  input: { params, body: z.object({ reason: Reason }) },
  success: { description: "The key", body: { data: z.object({ api_key: ApiKeyView }) } },
  problems: RevokeApiKey.refusals,
  async handler({ client, principal: { accountId: by }, params: { id: keyId }, body: { reason } }) {
    const result = await client.request(RevokeApiKey, { by, keyId, reason });
    return result.kind === "replied" ? { data: { api_key: result.data.apiKey } } : result;
  },
});

export const listApiKeys = defineRoute({
  ...ofAdmins(""),
  operationId: "listApiKeys",
  method: "GET",
  summary: "The keys of machines: all that count, then the latest that ended, the newest first",
  success: {
    description: "No key itself",
    body: { data: z.object({ api_keys: z.array(ApiKeyView) }) },
  },
  problems: [],
  async handler({ client }) {
    const result = await client.request(ListApiKeys, {});
    return result.kind === "replied" ? { data: { api_keys: result.data.apiKeys } } : result;
  },
});
