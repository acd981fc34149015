// What a board of Grafana is made of, in the words of its JSON model (schema 39, Grafana 11 and newer).
const columns = 24;
const source = { type: "prometheus", uid: "${datasource}" };

/** A curve over time: `series` is [expression, legend] each. */
export const curve = (title, unit, series, options = {}) => ({
  ...panel("timeseries", { title, unit, series, ...options }),
  options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi" } },
});

/** The last value; from `warn` and `bad` on it is shown in their colours. */
export const figure = (title, unit, series, { warn, bad, ...options } = {}) => {
  const steps = [
    { color: "green", value: null },
    ...(warn === undefined ? [] : [{ color: "orange", value: warn }]),
    ...(bad === undefined ? [] : [{ color: "red", value: bad }]),
  ];
  const made = panel("stat", { title, unit, series, width: 4, height: 4, ...options });
  made.fieldConfig.defaults.thresholds = { mode: "absolute", steps };
  return { ...made, options: { reduceOptions: { calcs: ["lastNotNull"] }, colorMode: "value" } };
};

/** Those that are there now, a row each. */
export const table = (title, unit, series, options = {}) => {
  const made = panel("table", { title, unit, series, ...options });
  const targets = made.targets.map((target) => ({ ...target, format: "table", instant: true }));
  return { ...made, targets };
};

function panel(type, { title, unit, series, width = 8, height = 8, about }) {
  return {
    type,
    title,
    ...(about === undefined ? {} : { description: about }),
    datasource: source,
    fieldConfig: { defaults: { unit, min: unit.startsWith("s") ? 0 : undefined }, overrides: [] },
    gridPos: { w: width, h: height },
    targets: series.map(([expr, legendFormat = "__auto"], index) => ({
      refId: String.fromCharCode("A".charCodeAt(0) + index),
      expr,
      legendFormat,
    })),
  };
}

/** Rows of panels, laid out from left to right. */
export function board({ uid, title, about, rows, links }) {
  const panels = [];
  let y = 0;
  let id = 1;
  for (const [name, content] of rows) {
    panels.push({
      id,
      type: "row",
      title: name,
      collapsed: false,
      gridPos: { x: 0, y, w: columns, h: 1 },
      panels: [],
    });
    id += 1;
    y += 1;
    let x = 0;
    let high = 0;
    for (const each of content) {
      const { w, h } = each.gridPos;
      if (x + w > columns) {
        x = 0;
        y += high;
        high = 0;
      }
      panels.push({ id, ...each, gridPos: { x, y, w, h } });
      id += 1;
      x += w;
      high = Math.max(high, h);
    }
    y += high;
  }
  return {
    uid,
    title,
    description: about,
    tags: ["sanu"],
    schemaVersion: 39,
    editable: false,
    refresh: "30s",
    time: { from: "now-3h", to: "now" },
    timezone: "utc",
    templating: {
      list: [{ name: "datasource", type: "datasource", query: "prometheus", label: "Prometheus" }],
    },
    links: links.map(([to, url]) => ({ title: to, type: "link", url, keepTime: true })),
    panels,
  };
}
