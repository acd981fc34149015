import { type HandlerRefusal, refuse } from "./serve.ts";

/** Of a page behind a place that none of our lists gave out. */
export function refuseCursor(): HandlerRefusal<"validation-failed"> {
  return refuse("validation-failed", undefined, { cursor: ["invalid"] });
}
