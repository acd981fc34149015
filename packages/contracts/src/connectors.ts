import { z } from "zod";
import { requestsOf } from "./request.ts";
import type { PublishingService } from "./services.ts";
import { XofText } from "./texts.ts";

export const connectorLimits = { priorityMax: 100 } as const;

export const ConnectorChannel = z.string().regex(/^[A-Z][A-Z0-9_]{1,39}$/);
export const ConnectorPriority = z.int().min(1).max(connectorLimits.priorityMax);

const WholeXof = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** What the staff says of one provider in one direction. */
export const ConnectorTermsView = z.object({
  is_enabled: z.boolean().describe("false: it gets no new orders"),
  priorities: z
    .record(ConnectorChannel, ConnectorPriority)
    .describe("By channel, instead of its place in the setting; the lowest is asked first"),
  min_xof: WholeXof.nullable().describe("It gets no order of less"),
  max_xof: WholeXof.nullable().describe("It gets no order of more"),
});
export type ConnectorTermsView = z.infer<typeof ConnectorTermsView>;

/** One provider in one direction, and how the calls of the last quarter of an hour ended. */
export const ConnectorView = z.object({
  priority: z.int().positive().describe("Its place in the setting: 1 is asked first"),
  is_enabled: z.boolean().describe("false: it gets no new orders; what was begun there goes on"),
  min_xof: WholeXof.nullable().describe("The least that it gets, by its provider and the staff"),
  max_xof: WholeXof.nullable().describe("The most that it gets, by its provider and the staff"),
  setting: z
    .object({ is_enabled: z.boolean() })
    .describe("What the deployment says; what is disabled there the staff cannot enable"),
  staff: ConnectorTermsView.extend({
    changed_by: z.uuid(),
    approved_by: z.uuid(),
    changed_at: z.string(),
  })
    .nullable()
    .describe("What the staff says, and who said it last; null where nobody said anything"),
  circuit: z
    .enum(["closed", "open", "probing"])
    .describe(
      "open: orders go elsewhere where anybody else fits; probing: the next one may go there",
    ),
  called: z.int().min(0).describe("Orders that it was given in the last 15 minutes"),
  failed: z.int().min(0).describe("Those of them whose call had no answer"),
  median_ms: z
    .int()
    .min(0)
    .nullable()
    .describe("From an order to the first word about it; null where there was none"),
  last_called_at: z.string().nullable(),
});
export type ConnectorView = z.infer<typeof ConnectorView>;

const ChannelBounds = z.object({
  channel: z.string(),
  amountXofMin: XofText.nullable(),
  amountXofMax: XofText.nullable(),
});

/** For transactions: whose orders nobody may have, although a provider of the setting serves them. */
export function listClosedChannelsOf<const Service extends PublishingService>(service: Service) {
  return requestsOf(service)("list-closed-channels", {
    request: z.object({}),
    reply: z.object({
      closedChannels: z.array(z.string()),
      /** What is beyond all who get new orders of a channel. */
      bounds: z.array(ChannelBounds),
    }),
  });
}

/** For the staff: over which providers a service moves mobile money, and how each does. */
export function connectorRequestsOf<const Service extends PublishingService>(service: Service) {
  return {
    listConnectors: requestsOf(service)("list-connectors", {
      staff: { access: "admins", act: "look" },
      request: z.object({}),
      reply: z.object({ connectors: z.array(ConnectorView.extend({ provider: z.string() })) }),
    }),
  };
}
