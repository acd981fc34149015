import { type Contender, perSecond } from "../measure.ts";
import { type BenchSystem, inTurn, numbers, order } from "../system/bench-system.ts";
import { type Completions, completionsOf } from "../system/completions.ts";
import type { BenchHttp } from "../system/http.ts";

const concurrency = 32;

/** Whole purchases per second, so many under way at once. */
export function purchasing(
  name: string,
  system: BenchSystem,
  from: { readonly http: BenchHttp; readonly completions: Completions } = {
    http: system.http,
    completions: completionsOf(system),
  },
): Contender {
  const next = inTurn(system.people);
  return {
    name,
    run: (durationMs) =>
      perSecond(
        async () => from.completions.of(await order(from.http, next(), numbers.paysAtOnce)),
        {
          durationMs,
          concurrency,
        },
      ),
  };
}
