import { setTimeout as wait } from "node:timers/promises";
import { lightningLimits } from "./lightning-limits.ts";

/** Asks until there is a response that counts. Throws with the last reason when the time is over. */
export async function until<Found>(
  what: string,
  probe: () => Promise<Found | false | undefined>,
  withinMs: number = lightningLimits.networkStepTimeoutMs,
): Promise<Found> {
  const deadline = Date.now() + withinMs;
  let reason = "";
  while (Date.now() < deadline) {
    try {
      const found = await probe();
      if (found !== false && found !== undefined) return found;
    } catch (error) {
      if (error instanceof NodeEndedError) throw error;
      reason = `: ${error instanceof Error ? error.message : String(error)}`;
    }
    await wait(lightningLimits.pollMs);
  }
  throw new Error(`Waited ${withinMs / 1_000} s in vain for ${what}${reason}`);
}

/** A process that is asked for something has ended. */
export class NodeEndedError extends Error {
  override readonly name = "NodeEndedError";
}
