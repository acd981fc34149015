import { fairNowMs } from "./fair-time.ts";

const eventuallyLimits = { withinMs: 30_000, everyMs: 20 } as const;

/**
 * Waits until a question has an answer: calls `probe` until it returns something other than `undefined` and
 * `false`, for so long by `fairNowMs`. Throws with `what` when it never does; an error of `probe` counts as no answer and is the cause.
 */
export async function eventually<Response>(
  what: string,
  probe: () => Promise<Response | undefined | false> | Response | undefined | false,
  withinMs: number = eventuallyLimits.withinMs,
  everyMs: number = eventuallyLimits.everyMs,
): Promise<Response> {
  const deadline = fairNowMs() + withinMs;
  let cause: unknown;
  do {
    try {
      const response = await probe();
      if (response !== undefined && response !== false) return response;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  } while (fairNowMs() < deadline);
  throw new Error(`Within ${withinMs} ms it did not happen: ${what}`, { cause });
}
