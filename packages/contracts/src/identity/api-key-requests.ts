import type { AccountId, CommandId } from "@sanu/kernel";
import { z } from "zod";
import { KeyScope } from "../key-scopes.ts";
import { ProposalView } from "../proposals.ts";
import { requestsOf } from "../request.ts";
import { adminMoney } from "../staff-use.ts";
import { InstantText, idOf, XofText } from "../texts.ts";

const request = requestsOf("identity");
const by = idOf<AccountId>();

export const apiKeyLimits = {
  expiresInDaysMax: 366,
  networksMax: 16,
  requestsPerMinuteMax: 120,
  /** Of a key by which a service orders for many people. */
  orderingRequestsPerMinuteMax: 1_200,
  openTransactionsMax: 10_000,
  monthlyLimitXofMax: 1_000_000_000_000,
  /** How long the key of before still counts behind a rotation. */
  overlapHoursMax: 168,
  /** That count at the same time, of all machines. */
  liveKeysMax: 200,
  /** In the list: every key that counts, and the latest of those that ended. */
  listedMax: 500,
  /** A key that shows people opens from no wider network. */
  peopleNetworkBitsMin: { ipv4: 16, ipv6: 32 },
} as const;

const openTransactionsMax = z.int().min(1).max(apiKeyLimits.openTransactionsMax);

/** What a service may order by a key; what its account has open and ordered counts, by whatever key. */
const OrderingTerms = z.object({
  openTransactionsMax,
  monthlyLimitXof: XofText,
});
export type OrderingTerms = z.infer<typeof OrderingTerms>;

const ofOrders = "null where the key opens no orders";

export const ApiKeyView = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  prefix: z.string().describe("The beginning of the key, which is shown nowhere else again"),
  scopes: z.array(KeyScope),
  networks: z.array(z.string()),
  requests_per_minute: z.int(),
  open_transactions_max: z
    .int()
    .nullable()
    .describe(`How many transactions its account may have open to order another; ${ofOrders}`),
  monthly_limit: z
    .int()
    .nullable()
    .describe(`Whole XOF that its account may have ordered in a month; ${ofOrders}`),
  created_at: z.string(),
  created_by: z.uuid(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  last_used_at: z.string().nullable().describe("To the minute"),
  waits_for_approval: z.boolean().describe("It opens nothing before another person approves it"),
});
export type ApiKeyView = z.infer<typeof ApiKeyView>;

const making = {
  staff: adminMoney,
  /** The key itself once: null where the same command made it before. What waits has a proposal. */
  reply: z.object({
    apiKey: ApiKeyView,
    key: z.string().nullable(),
    proposal: ProposalView.nullable(),
  }),
  refusals: [
    "not-found",
    "validation-failed",
    "idempotency-key-reused",
    "too-many-api-keys",
    "too-many-proposals",
  ],
} as const;
const idempotency = z.object({ key: z.string(), bodyHash: z.string() }).nullable();

/** A key for an account of the role `service_client`. */
export const CreateApiKey = request("create-api-key", {
  ...making,
  request: z.object({
    by,
    accountId: idOf<AccountId>(),
    scopes: z.array(KeyScope).min(1),
    /** CIDR; none: from anywhere. */
    networks: z.array(z.string()).max(apiKeyLimits.networksMax),
    requestsPerMinute: z.int().min(1).max(apiKeyLimits.orderingRequestsPerMinuteMax),
    /** Where the key opens orders, and only there. */
    ordering: OrderingTerms.nullable().default(null),
    expiresInDays: z.int().min(1).max(apiKeyLimits.expiresInDaysMax),
    reason: z.string(),
    idempotency,
  }),
});

/** Another key in the place of one, which still counts for a while. */
export const RotateApiKey = request("rotate-api-key", {
  ...making,
  request: z.object({
    by,
    keyId: idOf<string>(),
    overlapHours: z.int().min(0).max(apiKeyLimits.overlapHoursMax),
    expiresInDays: z.int().min(1).max(apiKeyLimits.expiresInDaysMax),
    reason: z.string(),
    idempotency,
  }),
});

/** Other limits of a key: lower ones at once, by one person; where one is higher all of them wait for another one. */
export const ChangeApiKey = request("change-api-key", {
  staff: adminMoney,
  request: z.object({
    commandId: idOf<CommandId>(),
    by,
    keyId: idOf<string>(),
    /** What is null stays. */
    requestsPerMinute: z.int().min(1).max(apiKeyLimits.orderingRequestsPerMinuteMax).nullable(),
    openTransactionsMax: openTransactionsMax.nullable(),
    monthlyLimitXof: XofText.nullable(),
    reason: z.string(),
  }),
  reply: z.object({ apiKey: ApiKeyView, proposal: ProposalView.nullable() }),
  refusals: [
    "not-found",
    "forbidden",
    "validation-failed",
    "proposal-outdated",
    "too-many-proposals",
  ],
});

export const RevokeApiKey = request("revoke-api-key", {
  staff: { access: "admins", act: "act" },
  request: z.object({ by, keyId: idOf<string>(), reason: z.string() }),
  reply: z.object({ apiKey: ApiKeyView }),
  refusals: ["not-found"],
});

export const ListApiKeys = request("list-api-keys", {
  staff: { access: "admins", act: "look" },
  request: z.object({}),
  reply: z.object({ apiKeys: z.array(ApiKeyView) }),
});

/** SHA-256 of a key in base64url: the key itself goes no further than the gateway. */
const KeyHash = z.string().regex(/^[\w-]{43}$/);

/** For gateways: whose key it is, where it counts now and from this address. */
export const FindApiKey = request("find-api-key", {
  request: z.object({ keyHash: KeyHash, address: z.string() }),
  reply: z.object({
    found: z
      .object({
        keyId: idOf<string>(),
        accountId: idOf<AccountId>(),
        scopes: z.array(KeyScope),
        requestsPerMinute: z.int(),
        expiresAt: InstantText,
      })
      .nullable(),
  }),
});

export const apiKeyRequests = [
  CreateApiKey,
  RotateApiKey,
  ChangeApiKey,
  RevokeApiKey,
  ListApiKeys,
  FindApiKey,
] as const;
