import {
  type Metric,
  type OpenMetricsContentType,
  type PrometheusContentType,
  Registry,
} from "prom-client";

/** Where the series of one service are; only such a registry takes exemplars. */
export type SeriesRegistry = Registry<OpenMetricsContentType>;

export interface Scraped {
  readonly contentType: string;
  readonly text: string;
}

const openMetricsType = Registry.OPENMETRICS_CONTENT_TYPE;
const [openMetricsName = ""] = openMetricsType.split(";");

export function seriesRegistry(): SeriesRegistry {
  const registry: SeriesRegistry = new Registry();
  registry.setContentType(openMetricsType);
  return registry;
}

/** As OpenMetrics, with the exemplars, for whoever accepts that, and as Prometheus's own text for everybody else. */
export function createExposition(
  registry: SeriesRegistry,
  labels: Readonly<Record<string, string>>,
): (accept?: string) => Promise<Scraped> {
  return (accept = "") => {
    if (!accept.includes(openMetricsName)) return shown(registry, new Registry(), labels);
    return shown(registry, seriesRegistry(), labels);
  };
}

/** The library renames counters for good when it writes OpenMetrics, so each scrape has a view of every metric of its own. */
async function shown<Type extends PrometheusContentType | OpenMetricsContentType>(
  registry: SeriesRegistry,
  view: Registry<Type>,
  labels: Readonly<Record<string, string>>,
): Promise<Scraped> {
  view.setDefaultLabels(labels);
  for (const metric of registry.getMetricsAsArray()) {
    view.registerMetric(Object.create(metric) as Metric);
  }
  return { contentType: view.contentType, text: await view.metrics() };
}
