/** Wakes a loop that waits: at once when somebody calls, else after a while. Calls while it works are kept. */
export interface Waker {
  readonly wake: () => void;
  /** Waits for a call, at most so long. A call since the last wait ends it at once. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Waits so long, whoever calls; ends early only when closed. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Ends every wait, now and later. */
  readonly close: () => void;
}

export function createWaker(): Waker {
  let called = false;
  let closed = false;
  let endWait: (() => void) | undefined;
  let endPause: (() => void) | undefined;
  const until = (milliseconds: number, keep: (end: () => void) => void) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      keep(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  return {
    wake() {
      called = true;
      endWait?.();
    },
    async wait(milliseconds) {
      if (!called && !closed) {
        await until(milliseconds, (end) => {
          endWait = end;
        });
      }
      called = false;
    },
    async pause(milliseconds) {
      if (closed) return;
      await until(milliseconds, (end) => {
        endPause = end;
      });
    },
    close() {
      closed = true;
      endWait?.();
      endPause?.();
    },
  };
}
