import { escapeHtml, htmlDocument } from "@sanu/platform";
import type { TraceSpan } from "./otlp-spans.ts";
import { servicesPicture } from "./services-picture.ts";
import { durationText } from "./texts.ts";
import type { StoredTrace } from "./trace-store.ts";
import { extentOf, type PlacedSpan, placeSpans } from "./trace-tree.ts";
import { colourOf, otherColour, viewStyle } from "./view-style.ts";

const indentPx = 14;

/** One trace as a picture: who worked when, and below it each span under the one that led to it. */
export function tracePage({ traceId, spans, leftOut }: StoredTrace): string {
  const placed = placeSpans(spans);
  const extent = extentOf(spans);
  const services = new Set(spans.map(({ service }) => service));
  const name = placed[0]?.span.name ?? traceId;
  const more = leftOut === 0 ? "" : `, ${leftOut} more are not kept`;
  const said = `${spans.length} spans of ${services.size} services in ${durationText(extent.lengthUs)}${more}. Trace ${traceId}`;
  return htmlDocument({
    language: "en",
    title: `${name} · traces`,
    head: viewStyle,
    body: `<body><p><a href="/">All traces</a></p>
<h1>${escapeHtml(name)}</h1><p>${escapeHtml(said)}</p>
${servicesPicture(spans, extent)}
${placed.map((each) => rowOf(each, extent)).join("\n")}
</body>`,
  });
}

function rowOf({ span, depth }: PlacedSpan, extent: ReturnType<typeof extentOf>): string {
  const { service, name, startUs, endUs, isError } = span;
  const colour = colourOf[service] ?? otherColour;
  const left = percent(startUs - extent.startUs, extent.lengthUs);
  const width = percent(endUs - startUs, extent.lengthUs);
  const mark = isError ? ` class="bad"` : "";
  return `<div class="row"><div style="padding-left:${depth * indentPx}px"><details><summary${mark}>
<b style="color:${colour}">${escapeHtml(service)}</b>
<span class="ms">${durationText(endUs - startUs)}</span> ${escapeHtml(name)}</summary>${factsOf(span, extent)}</details></div>
<div class="lane"><div class="bar" style="left:${left};width:${width};background:${colour}"></div></div></div>`;
}

function factsOf(span: TraceSpan, extent: ReturnType<typeof extentOf>): string {
  const since = durationText(span.startUs - extent.startUs);
  const facts = [["begins after", since] as const, ...span.attributes];
  const pairs = facts.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  return `<dl>${pairs.join("")}</dl>`;
}

function percent(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(3)}%`;
}
