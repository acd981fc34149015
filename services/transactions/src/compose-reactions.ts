import { createReactionGroup, type ServiceBase } from "@sanu/platform";
import { type ReactionsDeps, reactionsOf } from "./reactions/reactions.ts";

/** A part of `compose`: every group of reactions, started and stopped as one. */
export function reactionGroupsOf(base: ServiceBase, deps: Omit<ReactionsDeps, "request">) {
  const { database, gate, logger, metrics, tracer } = base;
  const messaging = base.messaging();
  const shared = { database, messaging, gate, logger, metrics, tracer };
  const groups = reactionsOf({ ...deps, request: messaging.request }).map((each) =>
    createReactionGroup({ ...shared, ...each }),
  );
  return {
    start: () => Promise.all(groups.map((group) => group.start())),
    stop: () => Promise.all(groups.map((group) => group.stop())),
  };
}
