import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { writeTraceparent } from "@sanu/platform";
import { stackLimits } from "../limits.ts";
import type { TraceView } from "../trace-view/start-trace-view.ts";

/** A trace that its client names, so that its page is known before the request is sent. */
export function newTrace({ store, pageOf }: Pick<TraceView, "store" | "pageOf">) {
  const traceId = randomBytes(16).toString("hex");
  const spanId = randomBytes(8).toString("hex");
  const spansCount = () => store.find(traceId)?.spans.length ?? 0;
  return {
    traceparent: writeTraceparent({ traceId, spanId, isSampled: true }),
    /** When nothing new of it has come for a while: programs send what they did a moment later. */
    async page(): Promise<string> {
      const deadline = Date.now() + stackLimits.tracePatienceMs;
      let seen = -1;
      while (spansCount() !== seen && Date.now() < deadline) {
        seen = spansCount();
        await wait(stackLimits.traceQuietMs);
      }
      return pageOf(traceId);
    },
  };
}
