import { type Sats, systemClock } from "@sanu/kernel";
import type { LndClient } from "../client.ts";
import { createLndSendRail } from "./rail.ts";

/** The rail on regtest, over a node of a test. */
export function railOver(
  client: Pick<LndClient, "call">,
  confirmations: readonly { readonly fromSats: Sats; readonly blocks: number }[],
) {
  return createLndSendRail(client as LndClient, {
    provider: "lnd",
    retryRule: "resend-same-key",
    reversibleForMs: 0,
    network: "regtest",
    clock: systemClock,
    callTimeoutMs: 1_000,
    confirmations,
    targetBlocks: 6,
  });
}
