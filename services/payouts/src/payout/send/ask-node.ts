import { steadyNowMs } from "@sanu/kernel";
import type { SendRail, SendStatus } from "@sanu/rails";

export const askLimits = {
  asksMax: 3,
  /** Whoever is asked again later than this could outlast the lease under which we ask. */
  againWithinMs: 1_000,
} as const;

/**
 * What a node says of a send that is not the one in question. Several such answers are needed at one moment, so one that
 * was cut off is asked for again at once; one that is late, or was cut off late, has taken its time already.
 */
export async function askNode(
  { status }: Pick<SendRail, "status">,
  naturalKey: string,
): Promise<SendStatus> {
  const begunAtMs = steadyNowMs();
  for (let asks = 1; ; asks += 1) {
    const said = await status(naturalKey, null);
    const isCutOff = said.kind === "unknown" && said.cause === "connection-lost";
    const isLate = steadyNowMs() - begunAtMs > askLimits.againWithinMs;
    if (!isCutOff || isLate || asks === askLimits.asksMax) return said;
  }
}
