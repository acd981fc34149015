/** Told about every ask when it is over, on the side of the asker and of the one that answered. */
export type AskObserver = (
  labels: {
    readonly side: "asked" | "answered";
    /** `<service>.<name>`, as in the subject. */
    readonly request: string;
    /** `answered`, `unavailable` or the refusal's code. */
    readonly outcome: string;
  },
  elapsedMs: number,
) => void;

type Ended =
  | { readonly kind: "answered" | "unavailable" }
  | { readonly kind: "refused"; readonly refusal: { readonly code: string } };

/** Does the work of one side of an ask and tells how it ended and how long it took. */
export async function measured<Result extends Ended>(
  about: {
    readonly side: "asked" | "answered";
    readonly definition: { readonly service: string; readonly name: string };
    readonly onAsk: AskObserver | undefined;
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const { side, definition, onAsk } = about;
  const startedAt = performance.now();
  const result = await work();
  const request = `${definition.service}.${definition.name}`;
  const outcome = result.kind === "refused" ? result.refusal.code : result.kind;
  onAsk?.({ side, request, outcome }, performance.now() - startedAt);
  return result;
}
