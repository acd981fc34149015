import type { AttemptReport, CallingStep } from "@sanu/attempts";
import { inSpan } from "../tracing/in-span.ts";
import type { Tracer } from "../tracing/tracer.ts";
import type { Attempt } from "./attempt.ts";

/** A step of an attempt, minutes or days after the order: it belongs to the trace of that. */
export function inStepSpan<Result>(
  tracer: Tracer | undefined,
  attempt: Attempt,
  step: string,
  work: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const { kind } = attempt;
  const start = () => ({
    name: `${kind} ${step}`,
    kind: "internal" as const,
    attributes: { ...about(attempt, step), "sanu.correlation_id": attempt.correlationId },
  });
  return inSpan({ tracer, context: attempt, start }, work);
}

/** The call itself, to whoever carries the attempt out. */
export function inCallSpan<Report extends Pick<AttemptReport<unknown>, "kind" | "code">>(
  by: {
    readonly tracer: Tracer | undefined;
    readonly provider: string;
    readonly step: CallingStep;
  },
  attempt: Attempt,
  work: (attempt: Attempt) => Promise<Report>,
): Promise<Report> {
  const { tracer, provider, step } = by;
  const start = () => ({
    name: `${provider} ${attempt.kind} ${step}`,
    kind: "client" as const,
    attributes: { ...about(attempt, step), "sanu.provider": provider },
  });
  const endOf = ({ kind, code }: Report) => ({
    attributes: { "sanu.outcome": kind },
    error: kind === "unknown" ? (code ?? kind) : undefined,
  });
  return inSpan({ tracer, context: attempt, start, endOf }, work);
}

function about({ kind, subjectId, attemptNumber }: Attempt, step: string) {
  return {
    "sanu.aggregate_id": subjectId,
    "sanu.attempt.kind": kind,
    "sanu.attempt.number": attemptNumber,
    "sanu.attempt.step": step,
  };
}
