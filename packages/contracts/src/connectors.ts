import { z } from "zod";
import { requestsOf } from "./request.ts";
import type { PublishingService } from "./services.ts";

/** One provider in one direction, and how the calls of the last quarter of an hour ended. */
export const ConnectorView = z.object({
  priority: z.int().positive().describe("Its place in the setting: 1 is asked first"),
  is_enabled: z.boolean().describe("false: it gets no new orders; what was begun there goes on"),
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
