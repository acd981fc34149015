import { escapeHtml } from "@sanu/platform";
import type { TraceSpan } from "./otlp-spans.ts";
import { durationText } from "./texts.ts";
import { colourOf, otherColour } from "./view-style.ts";

const picture = { width: 1_200, left: 110, laneHeight: 26, top: 20, ticks: 6, barWidthMin: 2 };

/** A line for each service, with what it did when. */
export function servicesPicture(
  spans: readonly TraceSpan[],
  extent: { readonly startUs: number; readonly lengthUs: number },
): string {
  const present = new Set(spans.map(({ service }) => service));
  const known = Object.keys(colourOf).filter((service) => present.has(service));
  const lanes = [...known, ...[...present].filter((service) => !known.includes(service))];
  const { width, left, laneHeight, top, ticks, barWidthMin } = picture;
  const height = top + lanes.length * laneHeight + 4;
  const scale = (width - left - 10) / extent.lengthUs;
  const xOf = (us: number) => (left + us * scale).toFixed(1);
  const grid = Array.from({ length: ticks + 1 }, (_, index) => {
    const us = (extent.lengthUs * index) / ticks;
    const anchor = index === ticks ? "end" : "start";
    return `<line x1="${xOf(us)}" x2="${xOf(us)}" y1="16" y2="${height}"/><text x="${xOf(us)}" y="12" text-anchor="${anchor}">${durationText(us)}</text>`;
  });
  const rows = lanes.map((service, index) => {
    const y = top + index * laneHeight;
    const colour = colourOf[service] ?? otherColour;
    const bars = spans
      .filter((span) => span.service === service)
      .map(({ name, startUs, endUs }) => {
        const long = Math.max((endUs - startUs) * scale, barWidthMin).toFixed(1);
        return `<rect x="${xOf(startUs - extent.startUs)}" y="${y + 5}" width="${long}" height="${laneHeight - 10}" rx="2" fill="${colour}" fill-opacity="0.45"><title>${escapeHtml(name)}</title></rect>`;
      });
    return `<text x="0" y="${y + laneHeight / 2 + 4}">${escapeHtml(service)}</text>${bars.join("")}`;
  });
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Which service worked when">${grid.join("")}${rows.join("")}</svg>`;
}
