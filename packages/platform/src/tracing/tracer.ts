import type { SpanAttributes } from "./span-attributes.ts";

export interface SpanStart {
  /** A route, a request, a kind of event: never a value of one. */
  readonly name: string;
  readonly kind: "server" | "client" | "producer" | "consumer" | "internal";
  readonly attributes: SpanAttributes;
}

export interface SpanEnd {
  readonly attributes?: SpanAttributes | undefined;
  /** A class or a code, never a message: those can quote. */
  readonly error?: string | undefined;
}

export interface Span {
  /** What it leads to names it as its parent. */
  readonly traceparent: string;
  readonly end: (end?: SpanEnd) => void;
}

/** What begins with a request from outside: its trace, and its span where that is sampled. */
export interface BegunTrace {
  readonly traceparent: string | undefined;
  readonly span: Span | undefined;
}

/** Contexts are passed on by hand, in commands, facts and attempts: what is not sampled costs a look at a text. */
export interface Tracer {
  /** Nothing is sampled before. */
  readonly start: () => Promise<void>;
  /** We say what is sampled, and not who asks; the trace stays the one that the request names. */
  readonly begin: (given: string | undefined, start: () => SpanStart) => BegunTrace;
  /** `undefined` below what is not sampled. */
  readonly open: (
    traceparent: string | null | undefined,
    start: () => SpanStart,
  ) => Span | undefined;
  /** What has ended is still sent, if that goes quickly. */
  readonly stop: () => Promise<void>;
}

export const noTracer: Tracer = {
  start: () => Promise.resolve(),
  begin: (given) => ({ traceparent: given, span: undefined }),
  open: () => undefined,
  stop: () => Promise.resolve(),
};
