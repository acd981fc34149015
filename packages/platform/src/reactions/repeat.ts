export interface Repeated {
  /** Not again; waits for what is under way. */
  readonly stop: () => Promise<void>;
}

/** Does work every so many milliseconds after it ended the last time. An error does not end it. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Repeated {
  let next: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const plan = (): void => {
    if (!stopped) next = setTimeout(run, everyMs);
  };
  const run = (): void => {
    running = work().catch(onError).finally(plan);
  };
  plan();
  return {
    async stop() {
      stopped = true;
      clearTimeout(next);
      await running;
    },
  };
}
