/** Ends what takes too long, and what the caller gives up. */
export interface Patience {
  readonly signal: AbortSignal;
  /** Counts anew from now. */
  readonly extend: (ms: number) => void;
  /** Nothing is waited for any more; what is still open is ended. */
  readonly end: () => void;
}

/** Counts from now. */
export function startPatience(ms: number, givenUp: AbortSignal | undefined): Patience {
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(givenUp?.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const extend = (longer: number): void => {
    clearTimeout(timer);
    const late = (): void => controller.abort(new Error(`Nothing came within ${longer} ms`));
    timer = setTimeout(late, longer);
  };
  if (givenUp?.aborted) giveUp();
  else givenUp?.addEventListener("abort", giveUp, { once: true });
  extend(ms);
  return {
    signal: controller.signal,
    extend,
    end() {
      clearTimeout(timer);
      givenUp?.removeEventListener("abort", giveUp);
      controller.abort();
    },
  };
}

/** Waits. Throws the reason at once when the caller gives up. */
export async function pause(ms: number, givenUp: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      givenUp?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (givenUp?.aborted) end();
    else givenUp?.addEventListener("abort", end);
  });
  givenUp?.throwIfAborted();
}
