import type { Instant } from "@sanu/kernel";
import { portOfNode } from "../bitcoin/node-connectors.ts";
import { type Finding, fine, wrong } from "./finding.ts";
import { checkLimits, judgeClock } from "./judge.ts";
import type { ProviderCheck } from "./provider-check.ts";

/** Undefined for a name that is no node's. */
export async function checkNode({
  provider,
  environment,
  clock,
}: ProviderCheck): Promise<readonly Finding[] | undefined> {
  const port = portOfNode(provider, "check");
  if (port === null) return undefined;
  const mistakes = port.mistakesIn(environment);
  if (mistakes.length > 0) {
    const named = mistakes.map(({ name, message }) => `${name} (${message})`).join(", ");
    return [wrong("settings", named, "set them as the guide of the node says")];
  }
  const answered: { statedAt: Instant | null; receivedAt: Instant } = {
    statedAt: null,
    receivedAt: clock.now(),
  };
  const check = port.open(environment, {
    callTimeoutMs: checkLimits.callTimeoutMs,
    onResponse(statedAt) {
      answered.statedAt = statedAt;
      answered.receivedAt = clock.now();
    },
  });
  try {
    const found = await check.run();
    const { receivedAt, statedAt } = answered;
    return [fine("settings", "complete"), ...found, judgeClock(receivedAt, statedAt)];
  } finally {
    await check.close();
  }
}
