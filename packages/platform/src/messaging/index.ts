export { connectNats, type Messaging } from "./connect-nats.ts";
export { type ConnectionWatch, DisconnectedError } from "./connection-watch.ts";
export { fittingRows } from "./fitting-rows.ts";
export { messagingLimits, natsVersionMin } from "./limits.ts";
export { refuseCursor } from "./refuse-cursor.ts";
export { reportConnection } from "./report-connection.ts";
export type { RequestOptions, RequestRefusal, RequestResult, UnavailableCause } from "./request.ts";
export type { RequestContext, RequestHandler } from "./request-handler.ts";
export {
  type HandlerRefusal,
  handleRequest,
  refuse,
  type ServeOptions,
  servedClosed,
} from "./serve.ts";
