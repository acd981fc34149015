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

/** Every series that code measures, as it stands there. */
const series = new Set(
  listFiles()
    .filter((path) => /^(?:packages|services)\/.*\/src\/.*(?<!\.test)\.ts$/.test(path))
    .flatMap((path) => readText(path).match(/(?<=")sanu_[a-z_]+(?=")/g) ?? []),
);

describe("the alarms", () => {
  it.each(rules)("$alert names only series that exist, and the guide says what to do", (rule) => {
    const named = rule.expr.match(/sanu_[a-z_]+/g) ?? [];
    expect(named.filter((name) => !series.has(name))).toEqual([]);
    expect(named.length > 0 || rule.expr.startsWith("up{")).toBe(true);
    expect(guide).toContain(rule.alert);
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
