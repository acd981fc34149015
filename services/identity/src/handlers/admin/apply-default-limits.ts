import { type Clock, newId, unreachable } from "@sanu/kernel";
import {
  createLoop,
  type EventStore,
  GateClosedError,
  type Logger,
  type Metrics,
  type NextRun,
  runDecider,
} from "@sanu/platform";
import type { DefaultLimits } from "../../kyc-tiers/commands.ts";
import { kycTiers } from "../../kyc-tiers/decide.ts";
import type { KycTiersEvent } from "../../kyc-tiers/events.ts";
import { kycTiersStream } from "../../kyc-tiers/stream.ts";

const closedPauseMs = 1_000;

export interface DefaultLimitsDeps {
  readonly tiersStore: EventStore<KycTiersEvent>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: Pick<Metrics, "loops">;
  readonly limitsXof: DefaultLimits;
}

/**
 * Puts the configured limits into the log once in the life of a process: at its start, before anybody is answered, or as
 * soon as a service that was closed then opens. Never again: a replica of an older configuration would set them back.
 */
export function createDefaultLimits(deps: DefaultLimitsDeps) {
  const apply = async (): Promise<NextRun> => {
    try {
      await applyDefaultLimits(deps);
      return "idle";
    } catch (error) {
      if (!(error instanceof GateClosedError)) throw error;
      return { dueInMs: closedPauseMs };
    }
  };
  const { logger, metrics } = deps;
  const loop = createLoop({
    name: "tier-limits",
    work: apply,
    idleMs: Infinity,
    logger,
    metrics,
  });
  return {
    start: async (): Promise<void> => {
      if ((await apply()) !== "idle") loop.start();
    },
    stop: loop.stop,
  };
}

async function applyDefaultLimits(deps: DefaultLimitsDeps): Promise<void> {
  const { tiersStore, clock, limitsXof, logger } = deps;
  const correlationId: string = newId();
  const result = await runDecider({
    store: tiersStore,
    decider: kycTiers,
    streamId: kycTiersStream,
    command: { kind: "apply-defaults", limitsXof, at: clock.now() },
    context: { correlationId, causationId: correlationId },
  });
  switch (result.kind) {
    case "accepted":
    case "nothing-new":
      return;
    case "refused":
      logger.error(
        { code: result.refusal.code, limitsXof: limitsXof.map(String) },
        "the configured limits do not fit those that admins set; the ones before stay",
      );
      return;
    case "constraint":
      throw new Error(`The default limits of the tiers broke ${result.constraint}`);
    default:
      return unreachable(result);
  }
}
