import { Counter } from "prom-client";
import type { SeriesRegistry } from "./expose.ts";

export function natsMetrics(registry: SeriesRegistry) {
  const reconnects = new Counter({
    name: "sanu_nats_reconnects_total",
    help: "Times that NATS was there again after it was away.",
    registers: [registry],
  });
  return { countReconnect: () => reconnects.inc() };
}
