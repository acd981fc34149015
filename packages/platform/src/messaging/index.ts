export {
  type Answerer,
  type AnswerOptions,
  type AskContext,
  answers,
  type HandlerRefusal,
  refuse,
} from "./answer.ts";
export type { AskOptions, AskRefusal, AskResult, UnavailableCause } from "./ask.ts";
export { connectNats, type Messaging, NatsTooOldError } from "./connect-nats.ts";
export { type ConnectionWatch, DisconnectedError } from "./connection-watch.ts";
export { messagingLimits, natsVersionMin } from "./limits.ts";
export { logConnection } from "./log-connection.ts";
