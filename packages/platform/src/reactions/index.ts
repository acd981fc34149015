export { commitEffect } from "./commit-effect.ts";
export { factPlace } from "./fact-place.ts";
export { type MaybeSent } from "./facts-maybe-sent.ts";
export { PeerUnavailableError } from "./failure.ts";
export { reactionLimits } from "./limits.ts";
export {
  acknowledgedReason,
  listParked,
  type ParkedCause,
  type ParkedFact,
  replayParked,
} from "./parked-facts.ts";
export {
  defineReaction,
  type MaybeSentInput,
  type Reaction,
  type ReactionDefinition,
  type ReactionInput,
  type ReactionResult,
} from "./reaction.ts";
export {
  createReactionGroup,
  type ReactionGroup,
  type ReactionGroupOptions,
  reactionsPart,
} from "./reaction-group.ts";
export {
  dropMarkHandled,
  factsMaybeSentTable,
  otherLaneIndex,
  parkedLanesColumn,
} from "./tables.ts";
