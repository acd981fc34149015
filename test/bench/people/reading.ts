import { type Metered, metered } from "../cost/metered.ts";
import type { SystemBench } from "../report/bench.ts";
import { inTurn } from "../system/bench-system.ts";
import type { BenchPerson } from "../system/people.ts";

const concurrency = 32;

/** Each of so many people asks once what is left to her; costs what a request costs. */
export async function readOnce(
  { system }: SystemBench,
  of: { readonly people: readonly BenchPerson[]; readonly times: number },
  meter: Parameters<typeof metered>[1],
): Promise<Metered["runs"]> {
  const next = inTurn(of.people);
  let left = of.times;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await system.http.get("/api/v1/transactions/remaining", next().token);
    }
  };
  const reading = metered(
    {
      name: "reading",
      async run() {
        const startedAt = performance.now();
        await Promise.all(Array.from({ length: concurrency }, loop));
        return (of.times * 1_000) / (performance.now() - startedAt);
      },
    },
    meter,
  );
  await reading.run(0);
  return reading.runs;
}
