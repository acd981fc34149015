import { monitorEventLoopDelay } from "node:perf_hooks";
import { Gauge, type Registry } from "prom-client";

const resolutionMs = 10;
const nanosecondsPerSecond = 1e9;

/** Measures how long callbacks wait for the event loop; returns the function that stops measuring. */
export function measureEventLoop(registry: Registry): () => void {
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
        this.set({ quantile }, delays.percentile(percent) / nanosecondsPerSecond);
      }
      delays.reset();
    },
  });
  return () => delays.disable();
}
