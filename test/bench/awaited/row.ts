import { compare, medianOf, perSecond } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";
import { inTurn, numbers, order } from "../system/bench-system.ts";
import type { BenchHttp } from "../system/http.ts";
import { startAwaitingFloor } from "./floor.ts";

const concurrency = 16;
const singleOrders = 100;

/** Orders per second that are answered with the provider's link; the payer does not pay, so nothing follows. */
export async function awaitedRow(bench: SystemBench): Promise<readonly Row[]> {
  const floor = await startAwaitingFloor(bench);
  try {
    const next = inTurn(bench.system.people);
    const place = (http: BenchHttp) => order(http, next(), numbers.usesThePage);
    const contender = (name: string, http: BenchHttp) => ({
      name,
      run: (durationMs: number) => perSecond(() => place(http), { durationMs, concurrency }),
    });
    const comparison = await compare(
      contender("floor", floor.http),
      contender("sanu", bench.system.http),
      bench.plan,
    );
    return [
      ratioRow("create-awaited", "orders/s", comparison, {
        "floor alone p50 ms": await aloneMs(() => place(floor.http)),
        "sanu alone p50 ms": await aloneMs(() => place(bench.system.http)),
      }),
    ];
  } finally {
    await floor.stop();
  }
}

/** One after the other: how long an order takes when nothing else happens. */
async function aloneMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < singleOrders; number += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return medianOf(times);
}
