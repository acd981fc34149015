interface Openable {
  readonly close: () => Promise<void>;
}

/** An answer that comes is waited for on the busiest machine; one that never does, no longer than its provider needs to act. */
const waits = { answered: 10_000, lost: 1_000, lostAfterActing: 3_000 } as const;
type Lost = Exclude<keyof typeof waits, "answered">;

/** They ask nobody. */
const unasked: ReadonlySet<string | symbol> = new Set(["serves", "readCallback"]);

/** How long rails wait for their provider: long, but for the calls that are known to have no answer. */
export function createPatience() {
  const lost: Lost[] = [];
  return {
    /** So many of the next calls have no answer. */
    lose(calls: number, how: Lost) {
      lost.push(...Array.from({ length: calls }, () => how));
    },
    heal() {
      lost.length = 0;
    },
    railOf<Rail extends Openable>(
      open: (options: { readonly callTimeoutMs: number }) => Rail,
    ): Rail {
      const waiting = (wait: keyof typeof waits) => open({ callTimeoutMs: waits[wait] });
      const hasty = { lost: waiting("lost"), lostAfterActing: waiting("lostAfterActing") };
      return new Proxy(waiting("answered"), {
        get(rail, name) {
          const own: unknown = Reflect.get(rail, name);
          if (typeof own !== "function" || unasked.has(name)) return own;
          if (name === "close") {
            return () => Promise.all([rail, ...Object.values(hasty)].map((one) => one.close()));
          }
          return (...given: readonly unknown[]): unknown => {
            const how = lost.shift();
            const method: unknown = how === undefined ? own : Reflect.get(hasty[how], name);
            return Reflect.apply(method as () => unknown, undefined, given);
          };
        },
      });
    },
  };
}
