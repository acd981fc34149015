import { escapeHtml, htmlDocument } from "@sanu/platform";
import type { Period } from "../sql/fact-views.ts";
import type { AnalysisRow } from "../sql/open-analysis.ts";
import type { Question, QuestionColumn } from "../sql/questions.ts";
import { cellText, grouped, isNumeric } from "./cell-text.ts";
import { chartsOf } from "./charts-of-questions.ts";
import type { ChartSpec, DrawChart } from "./draw-chart.ts";
import { reportStyle } from "./report-style.ts";

const reportLimits = {
  /** Of each table, the newest; whoever needs more asks in SQL. */
  rowsMax: 400,
} as const;

export interface Answer {
  readonly question: Question;
  readonly rows: readonly AnalysisRow[];
}

export interface ReportContent {
  readonly period: Period;
  readonly timeZone: string;
  readonly facts: number;
  /** Of the last one, in UTC; none where there are none. */
  readonly lastDay: string | undefined;
  readonly answers: readonly Answer[];
}

const wide = { width: 980, height: 300 } as const;
const narrow = { width: 360, height: 260 } as const;
/** Flat bars need room for each. */
const rowHeight = 34;

/** One file that shows itself: no script, no image, nothing that is fetched. */
export function reportPage(content: ReportContent, draw: DrawChart): string {
  const { period, timeZone, answers } = content;
  const title = `Sanu, ${period.fromDay} to ${period.toDay}`;
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  const contents = answers.map(
    ({ question }) => `<li><a href="#${question.name}">${escapeHtml(question.title)}</a></li>`,
  );
  const sections = answers.map((answer) => sectionOf(answer, draw));
  const about = `Days and months in ${timeZone}. ${madeOf(content)}`;
  return htmlDocument({
    language: "en",
    title,
    head: `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${reportStyle}</style>`,
    body: `<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p class="soft">${escapeHtml(about)}</p>
${headline(answers)}
<nav aria-label="Questions"><ol>${contents.join("")}</ol></nav>
</header>
<main>
${sections.join("\n")}
</main>
<footer><p>Each answer is the query beside it, over an export in Parquet: docs/analysts.md says how to ask more.</p></footer>
</body>`,
  });
}

/** Of a day that has not ended, or of an export that is older, a page looks as if little had happened. */
function madeOf({ facts, lastDay, period }: ReportContent): string {
  const last = lastDay === undefined ? "" : `, the last of ${lastDay} in UTC`;
  const made = `Made of ${grouped(`${facts}`)} facts${last}, which name nobody.`;
  if (lastDay === undefined || lastDay > period.toDay) return made;
  return `${made} The period is not whole: it goes on behind ${lastDay}, with which these facts end.`;
}

/** What one looks for first, added up from the answers. */
function headline(answers: readonly Answer[]): string {
  const sum = (name: Question["name"], column: string) =>
    (answers.find(({ question }) => question.name === name)?.rows ?? []).reduce(
      (total, row) => total + BigInt(row[column] ?? 0),
      0n,
    );
  const figures = [
    ["Orders", sum("volume-by-day", "orders"), ""],
    ["Exchanges", sum("volume-by-day", "exchanges"), ""],
    ["Exchanged", sum("volume-by-day", "exchangedXof"), "XOF"],
    ["Spread", sum("rate-and-spread", "spreadXof"), "XOF"],
    ["Fees", sum("fees", "feesXof"), "XOF"],
    ["Fees", sum("fees", "feesSats"), "sats"],
  ] as const;
  const items = figures.map(
    ([name, value, unit]) =>
      `<div><dt>${name}</dt><dd>${grouped(`${value}`)} <small>${unit}</small></dd></div>`,
  );
  return `<dl>${items.join("")}</dl>`;
}

function sectionOf({ question, rows }: Answer, draw: DrawChart): string {
  const shown = rows.slice(-reportLimits.rowsMax);
  const pictures = chartsOf(question.name, shown).map((spec) => figureOf(spec, draw));
  const left = rows.length - shown.length;
  const limit = `The last ${shown.length} of ${rows.length} rows; the others by <code>sanu events sql</code>.`;
  const columns = question.columns.map(({ name, text, unit }) => {
    const what = [text, unit === undefined ? "" : `(${unit})`].filter((word) => word !== "");
    return `<li><b>${escapeHtml(name)}</b>: ${escapeHtml(what.join(" "))}</li>`;
  });
  return `<section id="${question.name}" aria-labelledby="${question.name}-title">
<h2 id="${question.name}-title">${escapeHtml(question.title)}</h2>
${shown.length === 0 ? "<p>Nothing in this period.</p>" : `<div class="pictures">${pictures.join("")}</div>\n${tableOf(question, shown)}`}
${left > 0 ? `<p class="soft">${limit}</p>` : ""}
<details><summary>Columns and query</summary><ul>${columns.join("")}</ul><pre>${escapeHtml(question.sql)}</pre></details>
</section>`;
}

function figureOf(spec: ChartSpec, draw: DrawChart): string {
  const sized = (size: typeof wide | typeof narrow) => {
    const isFlat = spec.kind === "flat-bars";
    const needed = 90 + spec.categories.length * rowHeight * (isFlat ? 1 : 0);
    return draw(spec, { width: size.width, height: isFlat ? needed : size.height });
  };
  const caption = spec.unit === "" ? spec.title : `${spec.title} (${spec.unit})`;
  return `<figure><figcaption>${escapeHtml(caption)}</figcaption>
<div class="wide">${sized(wide)}</div><div class="narrow">${sized(narrow)}</div></figure>`;
}

function tableOf({ name, title, columns }: Question, rows: readonly AnalysisRow[]): string {
  const numeric = new Map(
    columns.map((column) => [
      column,
      isNumeric(
        column,
        rows.map((row) => row[column.name]),
      ),
    ]),
  );
  const classOf = (column: QuestionColumn) => (numeric.get(column) ? ' class="number"' : "");
  const head = columns.map((column) => {
    // Times are shown with the unit of their size.
    const unit =
      column.unit === undefined || column.unit === "ms"
        ? ""
        : `<small>${escapeHtml(column.unit)}</small>`;
    return `<th scope="col"${classOf(column)}>${escapeHtml(labelOf(column))}${unit}</th>`;
  });
  const lines = rows.map((row) => {
    const cells = columns.map((column) => {
      const value = row[column.name];
      const exact = value === null || value === undefined ? "" : String(value);
      const text = escapeHtml(cellText(column, value));
      return `<td${classOf(column)}><data value="${escapeHtml(exact)}">${text}</data></td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<div class="rows" tabindex="0" role="region" aria-label="${escapeHtml(title)}">
<table data-question="${name}"><thead><tr>${head.join("")}</tr></thead><tbody>
${lines.join("\n")}
</tbody></table></div>`;
}

/** `exchangedXof` is `exchanged`, with its unit below it. */
function labelOf({ name, unit }: QuestionColumn): string {
  const bare =
    unit === undefined ? name : name.replace(/(XofPerBtc|Xof|Sats|Ms|Percent|BasisPoints)$/, "");
  return (bare === "" ? name : bare).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
