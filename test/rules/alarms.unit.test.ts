import { CaseKind, CreateTransaction } from "@sanu/contracts";
import { securityEvents } from "@sanu/platform";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { findStrangeSeries, type KnownSeries } from "./metrics/find-strange-series.ts";
import { listSeries } from "./metrics/list-series.ts";
import { readExpression } from "./metrics/read-expression.ts";
import { findBrokenLink } from "./runbooks/find-broken-link.ts";
import { listFiles, readText } from "./tree/repository.ts";

const RuleFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Sanu[A-Z][A-Za-z]+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+[sm]$/),
          labels: z.strictObject({ severity: z.enum(["page", "ticket", "none"]) }),
          annotations: z.strictObject({ summary: z.string().min(20), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

const { groups } = RuleFile.parse(parse(readText("deploy/alarms/sanu.rules.yml")));
const rules = groups.flatMap((group) => group.rules);
const guide = readText("deploy/alarms/README.md");

const sources = listFiles()
  .filter((path) => /^(?:packages|services)\/.*\/src\/.*(?<!\.test)\.ts$/.test(path))
  .map((path) => [path, readText(path)] as const);

/** Words between quotes that promtool evaluates the rules for. */
const proven = listFiles()
  .filter((path) => /^deploy\/alarms\/tests\/.*\.yml$/.test(path))
  .map((path) => readText(path))
  .join("\n");

let series: KnownSeries;
beforeAll(async () => {
  series = await listSeries();
});

/** What code says as these labels; of others the rules choose nothing by value. */
const labelValues: Readonly<Record<string, readonly string[]>> = {
  event: securityEvents,
  what: sources
    .filter(([, text]) => text.includes("WatchRule"))
    .flatMap(([, text]) => [...text.matchAll(/\bwhat: "([a-z-]+)"/g)].map(([, what = ""]) => what)),
  kind: CaseKind.options,
  loop: sources.flatMap(([, text]) =>
    [...text.matchAll(/\bname: "([a-z/-]+)"/g)].map(([, name = ""]) => name),
  ),
  outcome: [
    "idle-closed",
    "refused-by-address",
    "refused-by-process",
    "unknown",
    "accepted",
    "rejected",
    ...CreateTransaction.refusals,
  ],
  request: [`transactions.${CreateTransaction.name}`],
  check: ["database", "nats", "log", "clock"],
  side: ["client", "server"],
  quantile: ["p50", "p99", "max"],
  route: ["/webhooks/:provider"],
  status: ["200", "401", "403", "500", "503"],
  start: ["known", "hidden"],
  state: ["in-use", "idle", "waiting"],
  job: ["sanu", "nats"],
  service: ["gateway-api", "identity", "payments", "payouts", "streams", "transactions"],
  namespace: ["sanu"],
  exported_namespace: ["sanu"],
  name: ["nats"],
  level: ["trace", "debug", "info", "warn", "error", "fatal"],
  by: ["open", "unknown", "accepted"].map((state) => `send ${state}`),
};

/** Values that a rule asks for and nothing ever has. */
function strangeValues(expr: string): readonly string[] {
  const chosen = readExpression(expr).selectors.flatMap(({ matchers }) => matchers);
  return chosen.flatMap(({ label, operator, value }) => {
    const values = labelValues[label];
    if (values === undefined) return [`${label}${operator}"${value}"`];
    const parts = operator.endsWith("~") ? value.split("|") : [value];
    const matches = (part: string) =>
      values.some((value) => new RegExp(`^(?:${part})$`).test(value));
    return parts.filter((part) => !matches(part));
  });
}

describe("the alarms", () => {
  it.each(rules)("$alert asks only for label values that something has", ({ expr }) => {
    expect(strangeValues(expr)).toEqual([]);
  });

  it("are found to ask for what nothing has", () => {
    expect(strangeValues('x{what="pending-order"} > 0')).toEqual(["pending-order"]);
    expect(strangeValues('x{kind=~".*-stolen|refund-failed"} > 0')).toEqual([".*-stolen"]);
    expect(strangeValues('x{colour="red"} > 0')).toEqual(['colour="red"']);
  });

  it("wake nobody twice: what has an alarm of its own is not overdue work besides", () => {
    const [overdue] = rules.filter(({ alert }) => alert === "SanuWorkOverdue");
    const own = rules.flatMap(({ alert, expr }) =>
      alert === "SanuWorkOverdue"
        ? []
        : [...expr.matchAll(/what="([a-z-]+)"/g)].map(([, what = ""]) => what),
    );
    const left = own.filter((what) => what !== "attempt");
    expect(left).toEqual(["pending-transaction", "processing-transaction", "closed-node"]);
    expect(left.every((what) => overdue?.expr.includes(what))).toBe(true);
  });

  it.each(rules)("$alert names only series and labels that exist", ({ expr }) => {
    expect(findStrangeSeries(expr, series)).toEqual([]);
  });

  it("are found to name what does not exist, or no PromQL", () => {
    expect(findStrangeSeries("max(sanu_orders_lost) > 0", series)).toEqual(["sanu_orders_lost"]);
    expect(findStrangeSeries('sanu_cases_open{colour="red"}', series)).toEqual([
      "sanu_cases_open{colour}",
    ]);
    expect(findStrangeSeries("sum by (colour) (sanu_cases_open)", series)).toEqual(["by (colour)"]);
    expect(findStrangeSeries("sum by (kind (sanu_cases_open)", series)).toHaveLength(1);
  });

  it.each(rules)("$alert says what to do: in the guide, and on a page that names it", (rule) => {
    const { alert, annotations } = rule;
    expect(guide).toContain(alert);
    expect(findBrokenLink(annotations.runbook)).toBeUndefined();
    expect(readText(annotations.runbook.split("#")[0] ?? "")).toContain(alert);
  });

  it.each(rules)("$alert is tried: promtool raises it", ({ alert }) => {
    expect(proven).toContain(alert);
  });

  it("tell somebody, except the one that always fires", () => {
    const quiet = rules.filter(({ labels }) => labels.severity === "none");
    expect(quiet.map(({ alert, expr }) => `${alert}: ${expr}`)).toEqual([
      "SanuWatchdog: vector(1)",
    ]);
  });

  it("watch for a flood of every security event", () => {
    const watched = rules.map(({ expr }) => /event="([a-z-]+)"/.exec(expr)?.[1] ?? "");
    expect(watched.filter((event) => event !== "").toSorted()).toEqual(securityEvents.toSorted());
  });

  it("have one name each, and the guide knows no others", () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    expect([...new Set(guide.match(/Sanu[A-Z][A-Za-z]+/g))].toSorted()).toEqual(names.toSorted());
  });

  it("see what is open, unknown, late, failing, short, behind, parked and wrong", () => {
    const all = rules.map(({ expr }) => expr).join(" ");
    for (const name of [
      "sanu_cases_overdue",
      "sanu_open_work_overdue",
      "sanu_float_low",
      "sanu_rate_trusted",
      "sanu_relay_oldest_unpublished_seconds",
      "sanu_consumer_oldest_unread_seconds",
      "sanu_consumer_oldest_parked_seconds",
      "sanu_log_lines_total",
    ]) {
      expect(all).toContain(name);
    }
  });
});
