interface Openable {
  readonly close: () => Promise<void>;
}

/** An answer that comes is waited for on the busiest machine; one that never comes costs no longer than it has to. */
const waits = { answeredMs: 10_000, lostMs: 1_000 } as const;

/** They ask nobody. */
const unasked: ReadonlySet<string | symbol> = new Set(["serves", "readCallback"]);

/** How long rails wait for their provider: long, but for the calls that are known to have no answer. */
export function createPatience() {
  let lost = 0;
  const isLost = () => {
    if (lost === 0) return false;
    lost -= 1;
    return true;
  };
  return {
    /** So many of the next calls have no answer. */
    lose(calls: number) {
      lost += calls;
    },
    heal() {
      lost = 0;
    },
    railOf<Rail extends Openable>(
      open: (options: { readonly callTimeoutMs: number }) => Rail,
    ): Rail {
      const patient = open({ callTimeoutMs: waits.answeredMs });
      const hasty = open({ callTimeoutMs: waits.lostMs });
      return new Proxy(patient, {
        get(rail, name) {
          const own: unknown = Reflect.get(rail, name);
          if (typeof own !== "function" || unasked.has(name)) return own;
          if (name === "close") return () => Promise.all([rail.close(), hasty.close()]);
          return (...given: readonly unknown[]): unknown => {
            const method: unknown = isLost() ? Reflect.get(hasty, name) : own;
            return Reflect.apply(method as () => unknown, undefined, given);
          };
        },
      });
    },
  };
}
