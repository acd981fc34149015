/** Things that happen later, all of them forgotten when the sandbox closes. */
export interface Scheduler {
  readonly after: (delayMs: number, work: () => void) => void;
  readonly close: () => void;
}

/** Once closed, what was planned never runs and nothing new is planned. */
export function createScheduler(): Scheduler {
  const timers = new Set<NodeJS.Timeout>();
  let closed = false;
  return {
    after(delayMs, work) {
      if (closed) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, delayMs);
      timers.add(timer);
    },
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
