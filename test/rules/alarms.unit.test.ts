import { CaseKind } from "@sanu/contracts";
import { securityEvents } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
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
          labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.strictObject({ summary: z.string() }),
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

/** Every series that code measures, as it stands there. */
const series = new Set(sources.flatMap(([, text]) => text.match(/(?<=")sanu_[a-z_]+(?=")/g) ?? []));

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
  outcome: ["idle-closed", "refused-by-address", "refused-by-process"],
  level: ["trace", "debug", "info", "warn", "error", "fatal"],
  by: ["open", "unknown", "accepted"].map((state) => `send ${state}`),
};

/** Values that a rule asks for and nothing ever has. */
function strangeValues(expr: string): readonly string[] {
  const chosen = [...expr.matchAll(/(\w+)(=~|!~|=|!=)"([^"]*)"/g)];
  return chosen.flatMap(([all, label = "", operator = "", wanted = ""]) => {
    const values = labelValues[label];
    if (values === undefined) return expr.startsWith("up{") ? [] : [all];
    const parts = operator.endsWith("~") ? wanted.split("|") : [wanted];
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
    expect(left).toEqual(["pending-transaction", "processing-transaction"]);
    expect(left.every((what) => overdue?.expr.includes(what))).toBe(true);
  });

  it.each(rules)("$alert names only series that exist, and the guide says what to do", (rule) => {
    const named = rule.expr.match(/sanu_[a-z_]+/g) ?? [];
    expect(named.filter((name) => !series.has(name))).toEqual([]);
    expect(named.length > 0 || rule.expr.startsWith("up{")).toBe(true);
    expect(guide).toContain(rule.alert);
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
