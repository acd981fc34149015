import { escapeHtml, htmlDocument } from "@sanu/platform";
import { durationText } from "./texts.ts";
import type { StoredTrace } from "./trace-store.ts";
import { extentOf, placeSpans } from "./trace-tree.ts";
import { viewLimits } from "./view-limits.ts";
import { viewStyle } from "./view-style.ts";

/** The newest traces; the page loads itself again. */
export function listPage(traces: readonly StoredTrace[]): string {
  const rows = traces.slice(0, viewLimits.listedMax).map(rowOf);
  const none = "<p>No request was traced yet.</p>";
  const table = `<table><tr><th>first</th><th>at</th><th>took</th><th>spans</th><th>services</th></tr>${rows.join("")}</table>`;
  return htmlDocument({
    language: "en",
    title: "Traces",
    head: `<meta http-equiv="refresh" content="${viewLimits.reloadSeconds}">${viewStyle}`,
    body: `<body><h1>Traces</h1><p>Each request to the API, with all that followed from it.</p>${rows.length > 0 ? table : none}</body>`,
  });
}

function rowOf({ traceId, spans }: StoredTrace): string {
  const extent = extentOf(spans);
  const first = placeSpans(spans)[0]?.span.name ?? traceId;
  const services = [...new Set(spans.map(({ service }) => service))].join(", ");
  const at = new Date(extent.startUs / 1_000).toISOString();
  const link = `<a href="/traces/${traceId}">${escapeHtml(first)}</a>`;
  return `<tr><td>${link}</td><td>${at}</td><td>${durationText(extent.lengthUs)}</td><td>${spans.length}</td><td>${escapeHtml(services)}</td></tr>`;
}
