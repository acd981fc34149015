import type { RequestDefinition } from "@sanu/contracts";
import { isOfStaff } from "../staff/staff-act.ts";
import type { StaffGate } from "../staff/staff-gate.ts";
import type { RequestContext, RequestHandler } from "./request-handler.ts";
import type { WireReply } from "./wire.ts";

export interface ReceivedRequest {
  readonly payload: Uint8Array;
  readonly body: unknown;
  readonly assertion: string | undefined;
}

/** Throws for a request of the staff where nothing proves who sends it: that would be open to whoever reaches NATS. */
export function assertGuarded(definition: RequestDefinition, gate: StaffGate | undefined): void {
  if (isOfStaff(definition) && gate === undefined) {
    throw new Error(`${definition.name} is the staff's alone, and nothing proves who sends it`);
  }
}

/** A handler sees no request of the staff that is not proven and written down. */
export async function handleProven(
  { definition, handle }: RequestHandler,
  { payload, body, assertion }: ReceivedRequest,
  { context, staffGate }: { readonly context: RequestContext; readonly staffGate?: StaffGate },
): Promise<WireReply> {
  if (!isOfStaff(definition)) return handle(body, context);
  const { correlationId } = context;
  const request = { definition, payload, body, assertion, correlationId };
  const admission = (await staffGate?.admit(request)) ?? { kind: "unavailable" };
  if (admission.kind !== "admitted") {
    return admission.kind === "refused"
      ? { kind: "refused", refusal: { code: "forbidden" } }
      : { kind: "unavailable", cause: "fault" };
  }
  const { staff, ended } = admission;
  try {
    const reply = await handle(body, { ...context, staff });
    const outcome = reply.kind === "refused" ? reply.refusal.code : reply.kind;
    await ended(outcome, reply.kind === "replied" ? reply.data : undefined);
    return reply;
  } catch (error) {
    // Its commit may stand, where the answer was lost or something failed behind it. A look has none.
    await ended(definition.staff.act === "look" ? "failed" : "unknown");
    throw error;
  }
}
