export { connectNats, type Messaging, NatsTooOldError } from "./connect-nats.ts";
export { type ConnectionWatch, DisconnectedError } from "./connection-watch.ts";
export { messagingLimits, natsVersionMin } from "./limits.ts";
export { logConnection } from "./log-connection.ts";
export type { RequestOptions, RequestRefusal, RequestResult, UnavailableCause } from "./request.ts";
export {
  type HandlerRefusal,
  handleRequest,
  type RequestContext,
  type RequestHandler,
  refuse,
  type ServeOptions,
  servedClosed,
} from "./serve.ts";
