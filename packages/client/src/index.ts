export type { Amount } from "./amounts/amount-texts.ts";
export {
  formatSats,
  formatXof,
  jsonNumber,
  parseAmount,
  parseSats,
  parseXof,
} from "./amounts/amount-texts.ts";
export { type Language, showSats, showXof } from "./amounts/amounts-for-people.ts";
export { formatBtc, parseBtc } from "./amounts/bitcoin-texts.ts";
export type { components } from "./api/schema.ts";
export type { CallOptions, Input, Method, Output, PathOf } from "./api/typed.ts";
export { type ClientOptions, createClient, type SanuClient } from "./client.ts";
export { type Problem, type ProblemCode, SanuProblem } from "./errors/sanu-problem.ts";
export { SanuUnknownOutcome } from "./errors/sanu-unknown-outcome.ts";
export { SanuUnreachable } from "./errors/sanu-unreachable.ts";
export { clientLimits } from "./limits.ts";
export type { Order } from "./order.ts";
export type { PagedPath, PageOf } from "./pages.ts";
export type { Progress } from "./progress/follow.ts";
export type { Answer } from "./send/call.ts";
export type { TryReport } from "./send/sender.ts";
export { memorySession, type SessionState, type SessionStore } from "./session/session-store.ts";
