import type { SpanEnd, SpanStart, Tracer } from "./tracer.ts";

interface Traced {
  readonly traceparent?: string | null | undefined;
}

/** Does the work below its context, or in a span of its own there, where the trace is sampled. */
export function inSpan<Context extends Traced, Result>(
  about: {
    readonly tracer: Tracer | undefined;
    readonly context: Context;
    readonly start: (context: Context) => SpanStart;
    readonly endOf?: (result: Result) => SpanEnd;
  },
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { tracer, context, start, endOf } = about;
  const span = tracer?.open(context.traceparent, () => start(context));
  if (span === undefined) return work(context);
  return work({ ...context, traceparent: span.traceparent }).then(
    (result) => {
      span.end(endOf?.(result));
      return result;
    },
    (error: unknown) => {
      span.end({ error: error instanceof Error ? error.name : "unknown" });
      throw error;
    },
  );
}
