import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { Gauge } from "prom-client";
import type { SeriesRegistry } from "./expose.ts";

/** Four wake-ups a second, of each service and for ever: what is shorter may be missed. */
const resolutionMs = 250;
const nanosecondsPerMs = 1e6;

/** Measures how long callbacks wait for the event loop; returns the function that stops measuring. */
export function measureEventLoop(registry: SeriesRegistry): () => void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const series = { p50: 50, p99: 99, max: 100 };
  new Gauge({
    name: "sanu_event_loop_delay_seconds",
    help: "Delay of the event loop since the last scrape.",
    labelNames: ["quantile"],
    registers: [registry],
    collect() {
      for (const [quantile, percent] of Object.entries(series)) {
        // What is measured is how far apart two looks were.
        const apartMs = delays.percentile(percent) / nanosecondsPerMs;
        this.set({ quantile }, Math.max(0, apartMs - resolutionMs) / 1_000);
      }
      delays.reset();
    },
  });
  let seen = performance.eventLoopUtilization();
  new Gauge({
    name: "sanu_event_loop_utilization",
    help: "For which part of the time since the last scrape the event loop was busy.",
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, seen).utilization);
      seen = now;
    },
  });
  return () => delays.disable();
}
