import { FieldRule } from "@sanu/contracts";
import { z } from "zod";

export const requestHeaders = {
  deadlineMs: "sanu-deadline-ms",
  correlationId: "sanu-correlation-id",
  causationId: "sanu-causation-id",
  traceparent: "traceparent",
} as const;

/** Why a service refused: a problem code, what its message needs, and broken fields. */
export const WireRefusal = z.object({
  code: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  fields: z.record(z.string(), z.array(FieldRule)).optional(),
});
export type WireRefusal = z.infer<typeof WireRefusal>;

/** What travels back. */
export const WireReply = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("replied"), data: z.unknown() }),
  z.object({ kind: z.literal("refused"), refusal: WireRefusal }),
  z.object({ kind: z.literal("unavailable"), cause: z.enum(["timeout", "overloaded", "fault"]) }),
]);
export type WireReply = z.infer<typeof WireReply>;
