import { randomBytes } from "node:crypto";
import { traceLimits } from "./limits.ts";
import type { ExportReporting } from "./reported-exporter.ts";
import type { SdkSpans } from "./sdk-spans.ts";
import { readTraceparent, writeTraceparent } from "./trace-context.ts";
import { noTracer, type Tracer } from "./tracer.ts";

export interface TracerOptions extends ExportReporting {
  readonly service: string;
  /** Of a collector that speaks OTLP over HTTP; without one there are no traces. */
  readonly endpoint: string | undefined;
  /** Of the requests that begin here, which part is sampled. */
  readonly share?: number;
}

/** Spans go to the collector in the background; one that is away costs memory for `queueSpansMax` of them. */
export function createTracer({ endpoint, share = 0, ...about }: TracerOptions): Tracer {
  if (endpoint === undefined) return noTracer;
  let sdk: SdkSpans | undefined;
  return {
    async start() {
      const { openSdk } = await import("./sdk-spans.ts");
      sdk = openSdk({ ...about, endpoint });
    },
    begin(given, start) {
      const parent = readTraceparent(given);
      if (sdk !== undefined && Math.random() < share) {
        const span = sdk.start(parent, start());
        return { traceparent: span.traceparent, span };
      }
      const unsampled = parent ?? { traceId: randomHex(16), spanId: randomHex(8) };
      return { traceparent: writeTraceparent({ ...unsampled, isSampled: false }), span: undefined };
    },
    open(traceparent, start) {
      if (sdk === undefined) return undefined;
      const parent = readTraceparent(traceparent);
      return parent?.isSampled === true ? sdk.start(parent, start()) : undefined;
    },
    async stop() {
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, traceLimits.stopTimeoutMs);
      const stopped = sdk?.stop().catch(() => undefined);
      await Promise.race([stopped, timer.promise]);
      clearTimeout(timeout);
    },
  };
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
