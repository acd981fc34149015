import type { Scheduler } from "@sanu/sandbox";

interface Planned {
  readonly dueMs: number;
  readonly timer: NodeJS.Timeout;
  readonly work: () => void;
}

/** What the providers do later is done when a leap of the clock has passed it. */
export interface MovedScheduler extends Scheduler {
  readonly runDue: () => void;
  /** Whatever becomes due from here on waits for `release`. */
  readonly hold: () => void;
  readonly release: () => void;
}

export function createMovedScheduler(nowMs: () => number): MovedScheduler {
  const planned = new Set<Planned>();
  let isClosed = false;
  let held: Planned[] | undefined;
  const run = (each: Planned): void => {
    clearTimeout(each.timer);
    if (planned.delete(each)) each.work();
  };
  return {
    after(delayMs, work) {
      if (isClosed) return;
      const each: Planned = {
        dueMs: nowMs() + delayMs,
        timer: setTimeout(() => (held === undefined ? run(each) : held.push(each)), delayMs),
        work,
      };
      planned.add(each);
    },
    runDue() {
      const due = [...planned].filter(({ dueMs }) => dueMs <= nowMs());
      for (const each of due.toSorted((one, other) => one.dueMs - other.dueMs)) run(each);
    },
    hold() {
      held ??= [];
    },
    release() {
      const waiting = held ?? [];
      held = undefined;
      for (const each of waiting) run(each);
    },
    close() {
      isClosed = true;
      for (const { timer } of planned) clearTimeout(timer);
      planned.clear();
    },
  };
}
