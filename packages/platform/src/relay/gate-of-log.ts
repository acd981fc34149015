import { createGate, type ServiceGate } from "../event-store/gate.ts";
import { findCursor } from "./cursor.ts";
import { createJudge } from "./judge.ts";
import type { RelayOptions } from "./relay-options.ts";
import { openSource } from "./relay-run.ts";

/** For whoever appends beside the service: closed, as the service is, where the stream knows more than the log. */
export async function gateOfLog(
  options: Pick<RelayOptions, "service" | "database" | "messaging" | "logger">,
): Promise<ServiceGate> {
  const gate = createGate();
  createJudge(gate, options.logger).judge(await findCursor(await openSource(options)));
  return gate;
}
