import { FieldRule } from "@sanu/contracts";
import { z } from "zod";

export const requestHeaders = {
  deadlineMs: "sanu-deadline-ms",
  correlationId: "sanu-correlation-id",
  causationId: "sanu-causation-id",
  traceparent: "traceparent",
  /** Identity's word for a request of the staff. */
  assertion: "sanu-staff-assertion",
} as const;

const WireRefusal = z.object({
  code: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  fields: z.record(z.string(), z.array(FieldRule)).optional(),
});
type WireRefusal = z.infer<typeof WireRefusal>;

export const WireReply = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("replied"), data: z.unknown() }),
  z.object({ kind: z.literal("refused"), refusal: WireRefusal }),
  z.object({ kind: z.literal("unavailable"), cause: z.enum(["timeout", "overloaded", "fault"]) }),
]);
export type WireReply = z.infer<typeof WireReply>;
