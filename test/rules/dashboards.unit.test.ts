import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { findStrangeSeries, type KnownSeries } from "./metrics/find-strange-series.ts";
import { listSeries } from "./metrics/list-series.ts";
import { listFiles, readText } from "./tree/repository.ts";

const Panel = z.object({
  id: z.int(),
  type: z.enum(["timeseries", "stat", "table"]),
  title: z.string().min(3),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }),
  gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
  targets: z.array(z.object({ refId: z.string(), expr: z.string() })).min(1),
});
const Row = z.object({ id: z.int(), type: z.literal("row"), title: z.string().min(3) });
const Board = z.object({
  uid: z.string(),
  title: z.string(),
  panels: z.array(z.union([Row, Panel])),
});

const boards = listFiles()
  .filter((path) => /^deploy\/dashboards\/[a-z]+\.json$/.test(path))
  .map((path) => Board.parse(JSON.parse(readText(path))));
const panels = boards.flatMap(({ title, panels: all }) =>
  all.flatMap((panel) => (panel.type === "row" ? [] : [{ board: title, ...panel }])),
);

let series: KnownSeries;
beforeAll(async () => {
  series = await listSeries();
});

describe("the boards", () => {
  it("are two, each with panels and ids of its own", () => {
    expect(boards.map(({ uid }) => uid)).toEqual(["sanu-engineer", "sanu-operator"]);
    for (const { panels: all } of boards) {
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    }
  });

  it.each(panels)("$board, $title: names only series and labels that exist", ({ targets }) => {
    const strange = targets.flatMap(({ expr }) => findStrangeSeries(expr, series));
    expect(strange).toEqual([]);
  });

  it("lay their panels side by side, none over another", () => {
    const overlap = (one: (typeof panels)[number], other: (typeof panels)[number]) =>
      one.board === other.board &&
      one.id < other.id &&
      other.gridPos.x < one.gridPos.x + one.gridPos.w &&
      one.gridPos.x < other.gridPos.x + other.gridPos.w &&
      other.gridPos.y < one.gridPos.y + one.gridPos.h &&
      one.gridPos.y < other.gridPos.y + other.gridPos.h;
    const covered = panels.filter((one) => panels.some((other) => overlap(one, other)));
    expect(covered.map(({ title }) => title)).toEqual([]);
    expect(panels.filter(({ gridPos }) => gridPos.x + gridPos.w > 24)).toEqual([]);
  });

  it("show every series of ours that a person can read", () => {
    const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join(" ");
    const rules = readText("deploy/alarms/sanu.rules.yml");
    const ours = [...series.keys()].filter((name) => /^sanu_.*(?<!_bucket|_sum)$/.test(name));
    expect(ours.filter((name) => !`${shown} ${rules}`.includes(name))).toEqual([]);
  });
});
