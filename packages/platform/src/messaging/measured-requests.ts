export type RequestObserver = (
  labels: {
    readonly side: "client" | "server";
    /** `<service>.<name>`, as in the subject. */
    readonly request: string;
    /** `replied`, `unavailable` or the refusal's code. */
    readonly outcome: string;
  },
  elapsedMs: number,
) => void;

type Ended =
  | { readonly kind: "replied" | "unavailable" }
  | { readonly kind: "refused"; readonly refusal: { readonly code: string } };

export async function measured<Result extends Ended>(
  about: {
    readonly side: "client" | "server";
    readonly definition: { readonly service: string; readonly name: string };
    readonly onRequest: RequestObserver | undefined;
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const { side, definition, onRequest } = about;
  const startedAt = performance.now();
  const result = await work();
  const request = `${definition.service}.${definition.name}`;
  const outcome = result.kind === "refused" ? result.refusal.code : result.kind;
  onRequest?.({ side, request, outcome }, performance.now() - startedAt);
  return result;
}
