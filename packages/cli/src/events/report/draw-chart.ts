/** What a chart shows; the table beside it has the exact numbers. */
export interface ChartSpec {
  readonly title: string;
  readonly unit: string;
  readonly kind: "bars" | "lines" | "flat-bars";
  /** Bars of one category on top of each other. */
  readonly isStacked?: boolean;
  /** A rate says nothing about its distance from zero. */
  readonly isFarFromZero?: boolean;
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
}

export interface ChartSeries {
  readonly name: string;
  /** Where to draw, and so rounded; null where there is nothing. */
  readonly values: readonly (number | null)[];
}

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** Draws a chart as SVG, whose colours are the page's. */
export type DrawChart = (spec: ChartSpec, size: ChartSize) => string;

const missing = `ECharts is not installed here: it comes with a clone (npm start, or pnpm install), and not with the image`;
const colours = ["var(--one)", "var(--two)", "var(--three)", "var(--four)", "var(--five)"];
const dashes = ["solid", "dashed", "dotted"] as const;
const ink = { color: "var(--ink)" };
const faint = { lineStyle: { color: "var(--line)" } };
/** So much of a label's letters fits beside flat bars, or below upright ones. */
const labelWidthShare = 0.38;

/** ECharts without a page: it draws here, and the report holds lines and letters and no script. */
export async function loadCharts(): Promise<DrawChart> {
  const [core, charts, components, renderers] = await Promise.all([
    import("echarts/core"),
    import("echarts/charts"),
    import("echarts/components"),
    import("echarts/renderers"),
  ]).catch(() => {
    throw new Error(missing);
  });
  core.use([
    charts.BarChart,
    charts.LineChart,
    components.GridComponent,
    components.LegendComponent,
    renderers.SVGRenderer,
  ]);
  return (spec, size) => {
    const chart = core.init(null, null, { renderer: "svg", ssr: true, ...size });
    try {
      chart.setOption(optionOf(spec, size));
      return forPage(chart.renderToSVGString(), spec);
    } finally {
      // Its clock keeps the process alive.
      chart.dispose();
    }
  };
}

function optionOf(spec: ChartSpec, { width }: ChartSize) {
  const { kind, unit, categories, series, isStacked = false, isFarFromZero = false } = spec;
  const isFlat = kind === "flat-bars";
  const hasLegend = series.length > 1;
  const longest = Math.max(...categories.map((category) => category.length));
  const categoryAxis = {
    type: "category",
    data: [...categories],
    inverse: isFlat,
    axisLine: faint,
    axisTick: { show: false },
    axisLabel: isFlat
      ? { ...ink, width: width * labelWidthShare, overflow: "break", interval: 0 }
      : { ...ink, hideOverlap: true },
  };
  const valueAxis = {
    type: "value",
    name: unit,
    nameTextStyle: { ...ink, align: isFlat ? "center" : "left" },
    nameLocation: "end",
    scale: isFarFromZero,
    splitNumber: 4,
    ...(isShare(spec) ? { max: 100, interval: 25 } : {}),
    ...(unit === "" ? { minInterval: 1 } : {}),
    axisLabel: { ...ink, formatter: shortNumber },
    splitLine: faint,
  };
  return {
    animation: false,
    color: colours,
    textStyle: { ...ink, fontFamily: "inherit", fontSize: 13 },
    legend: {
      show: hasLegend,
      top: 0,
      left: 0,
      itemGap: 28,
      icon: "roundRect",
      textStyle: { ...ink, fontSize: 13 },
    },
    grid: {
      left: 14,
      right: 24,
      top: (isFlat ? 8 : 30) + (hasLegend ? legendHeight(series, width) : 0),
      bottom: 8,
      // Without a page nobody knows how wide letters are: labels get more room than they are thought to need.
      outerBounds: { left: isFlat ? 6 + longest : 8, right: 8, top: 0, bottom: 4 },
    },
    xAxis: isFlat ? { ...valueAxis, nameLocation: "middle", nameGap: 26 } : categoryAxis,
    yAxis: isFlat ? categoryAxis : valueAxis,
    series: series.map(({ name, values }, index) => ({
      name,
      type: kind === "lines" ? "line" : "bar",
      data: [...values],
      barMaxWidth: 28,
      ...(isStacked ? { stack: "all" } : {}),
      ...(kind === "lines" ? lineOf(index) : {}),
    })),
  };
}

/** Parts of a whole, none of which is more. */
function isShare({ unit, series }: ChartSpec): boolean {
  return (
    unit.startsWith("%") && series.every(({ values }) => values.every((one) => (one ?? 0) <= 100))
  );
}

const legendLine = { height: 26, letterWidth: 8, markWidth: 62 } as const;

function legendHeight(series: readonly ChartSeries[], width: number): number {
  const { height, letterWidth, markWidth } = legendLine;
  const needed = series.reduce((sum, { name }) => sum + name.length * letterWidth + markWidth, 0);
  return Math.ceil(needed / width) * height;
}

function lineOf(index: number) {
  const lineStyle = { type: dashes[index % dashes.length], width: 2 };
  return { lineStyle, symbolSize: 5, connectNulls: true };
}

/** `1.2 M`, for axes alone. */
function shortNumber(value: number): string {
  const steps = [
    [1_000_000_000, " G"],
    [1_000_000, " M"],
    [1_000, " k"],
  ] as const;
  for (const [step, letter] of steps) {
    if (Math.abs(value) >= step) return `${Number((value / step).toFixed(2))}${letter}`;
  }
  return `${Number(value.toFixed(2))}`;
}

const drawn =
  /<path ([^>]*ecmeta_series_index="(\d+)" ecmeta_data_index="(\d+)" ecmeta_ssr_type="chart"[^>]*)><\/path>/g;

/** Takes its style sheet out, which the page's would meet, and says by a title what each mark is. */
function forPage(svg: string, { title, unit, categories, series }: ChartSpec): string {
  return svg
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/^<svg width="\d+" height="\d+"/, `<svg role="img" aria-label="${escaped(title)}"`)
    .replace(drawn, (_all, about: string, of: string, at: string) => {
      const one = series[Number(of)];
      const value = one?.values[Number(at)];
      const text =
        `${categories[Number(at)]}: ${one?.name} ${value?.toLocaleString("en")} ${unit}`.trim();
      return `<path ${about}><title>${escaped(text)}</title></path>`;
    });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
