import type { RequestDefinition } from "@sanu/contracts";
import type { CommandContext } from "../event-store/events.ts";
import type { StaffAct } from "../staff/staff-act.ts";
import type { WireReply } from "./wire.ts";

export interface RequestContext extends CommandContext {
  /** At zero the work is worth nothing to the client. */
  readonly remainingMs: () => number;
  /** Who of the staff it is, proven; only where the request is the staff's. */
  readonly staff?: StaffAct;
}

export interface RequestHandler {
  readonly definition: RequestDefinition;
  /** Answered also while the service is closed: it neither shows nor decides anything by the database's present rows. */
  readonly isServedClosed?: true;
  readonly handle: (body: unknown, context: RequestContext) => Promise<WireReply>;
}
