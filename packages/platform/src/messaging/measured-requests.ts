import type { CommandContext } from "../event-store/events.ts";

export type RequestObserver = (
  labels: {
    readonly side: "client" | "server";
    /** `<service>.<name>`, as in the subject. */
    readonly request: string;
    /** `replied`, `unavailable` or the refusal's code. */
    readonly outcome: string;
  },
  elapsedMs: number,
  traceparent?: string,
) => void;

export type Ended =
  | { readonly kind: "replied" | "unavailable" }
  | { readonly kind: "refused"; readonly refusal: { readonly code: string } };

/** Tells how long a request took and how it ended. What throws is not told of. */
export async function measured<Result extends Ended>(
  about: {
    readonly side: "client" | "server";
    readonly definition: { readonly service: string; readonly name: string };
    readonly onRequest: RequestObserver | undefined;
    readonly context: Pick<CommandContext, "traceparent">;
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const { side, definition, onRequest, context } = about;
  const startedAt = performance.now();
  const result = await work();
  const request = `${definition.service}.${definition.name}`;
  const outcome = outcomeOf(result);
  onRequest?.({ side, request, outcome }, performance.now() - startedAt, context.traceparent);
  return result;
}

export function outcomeOf(ended: Ended): string {
  return ended.kind === "refused" ? ended.refusal.code : ended.kind;
}
