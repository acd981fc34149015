import type { Attempt } from "@sanu/platform";
import { type SendStatus, unknownBecause } from "@sanu/rails";
import { askNode } from "./ask-node.ts";
import type { SendDeps } from "./deps.ts";
import { isSigned } from "./replacement.ts";

/**
 * "Not found" is a reason to send again, so it has to come from the node that was asked to send: one that does not know
 * what it has paid for us came back from an old copy, or is another one under the same name. What was signed can be
 * published anywhere.
 */
export async function believedStatus(
  { rail, records }: Pick<SendDeps, "rail" | "records">,
  attempt: Attempt,
  status: SendStatus,
): Promise<SendStatus> {
  if (status.kind !== "not-found" || isSigned(attempt.naturalKey)) return status;
  const paid = await records.paidBy(attempt, rail.provider);
  const said = await Promise.all(paid.map((naturalKey) => askNode(rail, naturalKey)));
  const silent = said.find(({ kind }) => kind === "unknown");
  if (silent !== undefined) return silent;
  return said.every(({ kind }) => kind === "settled") ? status : unknownBecause("node-forgot");
}
