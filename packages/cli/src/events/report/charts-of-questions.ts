import type { AnalysisRow } from "../sql/open-analysis.ts";
import type { QuestionName } from "../sql/questions.ts";
import type { ChartSeries, ChartSpec } from "./draw-chart.ts";

type Rows = readonly AnalysisRow[];

const hourMs = 3_600_000;
/** More lines than that nobody tells apart. */
const seriesMax = 5;

/** The pictures beside a question's table; none where there is nothing to draw. */
export function chartsOf(name: QuestionName, rows: Rows): readonly ChartSpec[] {
  return rows.length === 0 ? [] : makers[name](rows);
}

const makers: Readonly<Record<QuestionName, (rows: Rows) => readonly ChartSpec[]>> = {
  "volume-by-day": (rows) => [
    {
      title: "Exchanged by day",
      unit: "XOF",
      kind: "bars",
      isStacked: true,
      ...pivoted(rows, { category: ["day"], series: ["direction"], value: "exchangedXof" }),
    },
  ],
  funnel: (rows) => [
    {
      title: "Orders that came so far",
      unit: "% of the orders",
      kind: "flat-bars",
      ...pivoted(rows, { category: ["step"], series: ["direction"], value: "ofOrderedPercent" }),
    },
  ],
  failures: (rows) => [
    {
      title: "Failures by leg, rail and reason",
      unit: "",
      kind: "flat-bars",
      ...columnsOf(rows, ["leg", "rail", "reason"], { failures: "failures" }),
    },
  ],
  retention: (rows) => [
    {
      title: "Customers of each cohort who exchanged",
      unit: "% of the cohort",
      kind: "lines",
      ...pivoted(rows, { category: ["month"], series: ["cohort"], value: "activePercent" }),
    },
  ],
  "rate-and-spread": (rows) => [
    {
      title: "Spread earned by day",
      unit: "XOF",
      kind: "bars",
      isStacked: true,
      ...pivoted(rows, { category: ["day"], series: ["direction"], value: "spreadXof" }),
    },
    {
      title: "Rate by day",
      unit: "XOF per BTC",
      kind: "lines",
      isFarFromZero: true,
      ...pivoted(rows, { category: ["day"], series: ["direction"], value: "rateXofPerBtc" }),
    },
  ],
  fees: (rows) => [feesIn(rows, "feesXof", "XOF"), feesIn(rows, "feesSats", "sats")],
  refunds: (rows) => [
    {
      title: "Refunds by cause",
      unit: "",
      kind: "flat-bars",
      isStacked: true,
      ...columnsOf(rows, ["cause"], { back: "back", open: "open" }),
    },
  ],
  "limit-use": (rows) => [
    {
      title: "Use of the month's limit",
      unit: "% of the limit",
      kind: "bars",
      ...columnsOf(rows, ["month", "tier"], { p50Percent: "middle customer", maxPercent: "most" }),
    },
  ],
  "time-in-review": (rows) => [
    {
      title: "Time until the answer",
      unit: "hours",
      kind: "flat-bars",
      ...columnsOf(rows, ["reason"], { p50Ms: "middle", maxMs: "slowest" }, hourMs),
    },
  ],
  books: (rows) => [
    booksIn(rows, "XOF", {
      gatewayFloat: "gateway float",
      userPayable: "user payable",
      suspense: "suspense",
      receivable: "receivable",
    }),
    booksIn(rows, "SATS", { nodeFloat: "node float", exchange: "exchange" }),
  ],
};

function feesIn(rows: Rows, value: string, unit: string): ChartSpec {
  const paid = rows.filter((row) => row[value] !== "0");
  const series = pivoted(paid, { category: ["month"], series: ["movement", "rail"], value });
  return { title: "Fees by month", unit, kind: "bars", isStacked: true, ...series };
}

function booksIn(rows: Rows, currency: string, names: Readonly<Record<string, string>>): ChartSpec {
  const own = rows.filter((row) => row["currency"] === currency);
  const days = own.map((row) => ({
    ...row,
    moment: textOf(row["moment"]).slice(0, "2026-11-21".length),
  }));
  const unit = currency === "SATS" ? "sats" : currency;
  return {
    title: "Balances at the end of each day",
    unit,
    kind: "lines",
    ...columnsOf(days, ["moment"], names),
  };
}

/** A series for each of some columns, a category for each row. */
function columnsOf(
  rows: Rows,
  category: readonly string[],
  names: Readonly<Record<string, string>>,
  divisor = 1,
): Pick<ChartSpec, "categories" | "series"> {
  return {
    categories: rows.map((row) => joined(row, category)),
    series: Object.entries(names).map(([column, name]) => ({
      name,
      values: rows.map((row) => drawnOf(row[column], divisor)),
    })),
  };
}

/** A series for each value of some columns, a category for each of others. The largest series, where there are too many. */
function pivoted(
  rows: Rows,
  of: {
    readonly category: readonly string[];
    readonly series: readonly string[];
    readonly value: string;
  },
): Pick<ChartSpec, "categories" | "series"> {
  const categories = withEveryDay([...new Set(rows.map((row) => joined(row, of.category)))]);
  const names = [...new Set(rows.map((row) => joined(row, of.series)))];
  const found = new Map(
    rows.map((row) => [
      `${joined(row, of.series)}|${joined(row, of.category)}`,
      drawnOf(row[of.value]),
    ]),
  );
  const series = names.map(
    (name): ChartSeries => ({
      name,
      values: categories.map((category) => found.get(`${name}|${category}`) ?? null),
    }),
  );
  return { categories, series: largest(series) };
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 86_400_000;

/** A day on which nothing happened is a place on the axis too. */
function withEveryDay(categories: readonly string[]): readonly string[] {
  const [first = "", last = ""] = [categories[0], categories.at(-1)];
  if (!dayForm.test(first) || !dayForm.test(last)) return categories;
  const days = (Date.parse(last) - Date.parse(first)) / dayMs;
  return Array.from({ length: days + 1 }, (_none, day) =>
    new Date(Date.parse(first) + day * dayMs).toISOString().slice(0, first.length),
  );
}

function largest(series: readonly ChartSeries[]): readonly ChartSeries[] {
  if (series.length <= seriesMax) return series;
  const sumOf = ({ values }: ChartSeries) =>
    values.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const kept = series.toSorted((one, other) => sumOf(other) - sumOf(one)).slice(0, seriesMax);
  return series.filter((one) => kept.includes(one));
}

function joined(row: AnalysisRow, columns: readonly string[]): string {
  return columns
    .map((column) => (column === "tier" ? `tier ${textOf(row[column])}` : textOf(row[column])))
    .join(" · ");
}

function textOf(value: AnalysisRow[string] | undefined): string {
  return value === null || value === undefined ? "–" : String(value);
}

/** Where on the axis: the table has the exact number. */
function drawnOf(value: AnalysisRow[string] | undefined, divisor = 1): number | null {
  return value === null || value === undefined ? null : Number(value) / divisor;
}
