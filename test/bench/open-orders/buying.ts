import { type Contender, medianOf } from "../measure.ts";
import { type BenchSystem, inTurn, numbers, order } from "../system/bench-system.ts";
import { completionsOf } from "../system/completions.ts";

/** One purchase at a time; the value is what its order takes. */
export interface Buying extends Contender {
  /** From the order to COMPLETED, p50 of each run. */
  readonly completedMs: readonly number[];
}

export function buying(name: string, system: BenchSystem): Buying {
  const completions = completionsOf(system);
  const next = inTurn(system.people);
  const completedMs: number[] = [];
  return {
    name,
    completedMs,
    async run(durationMs) {
      const [ordered, completed]: [number[], number[]] = [[], []];
      const startedAt = performance.now();
      while (performance.now() - startedAt < durationMs) {
        const begunAt = performance.now();
        const id = await order(system.http, next(), numbers.paysAtOnce);
        ordered.push(performance.now() - begunAt);
        await completions.of(id);
        completed.push(performance.now() - begunAt);
      }
      completedMs.push(medianOf(completed));
      return medianOf(ordered);
    },
  };
}
