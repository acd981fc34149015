import { describe, expect, it } from "vitest";
import { measured } from "../bench/scale/inputs.ts";
import { checksPerSecond, costMs } from "../bench/scale/needs.ts";
import { coresTable, needsTable } from "../bench/scale/tables.ts";
import { readText } from "./tree/repository.ts";

const oneLine = (path: string) => readText(path).replaceAll(/\s+/g, " ");
const grouped = (value: number) => value.toString().replaceAll(/\B(?=(\d{3})+$)/g, " ");
const joined = (by: Readonly<Record<string, number>>, between = " + ") =>
  Object.values(by).map(grouped).join(between);

describe("the page about scale", () => {
  const page = oneLine("docs/scale.md");

  it("says what comes of its inputs", () => {
    const text = readText("docs/scale.md");
    expect(text).toContain(needsTable());
    expect(text).toContain(coresTable());
    expect(page).toContain(`${costMs().toFixed(1)} in all`);
    expect(page).toContain(`are ${Math.round(checksPerSecond(1_000_000))} questions a second`);
  });

  it("begins with bytes that the page about growth has", () => {
    const growth = oneLine("docs/growth.md");
    expect(growth).toContain(`${joined(measured.eventBytes)} |`);
    expect(growth).toContain(`${joined(measured.streamBytes)} |`);
    for (const { what, bytes } of measured.keptForDays) {
      expect(growth).toContain(`| \`${what}\` | ${grouped(bytes)} |`);
    }
  });

  it("begins with times and rates that the page about performance has", () => {
    const performance = oneLine("docs/performance.md");
    const { postgres, nats, ...programs } = measured.processorMs;
    const said = (by: Readonly<Record<string, number>>) =>
      Object.entries(by).map(([name, ms]) => `${name} ${ms}`);
    for (const each of [...said(programs), ...said(postgres), `| NATS | ${nats} |`]) {
      expect(performance).toContain(each);
    }
    expect(performance).toContain(`works ${measured.executionMs} ms for a purchase`);
    expect(performance).toContain(`: a commit ${measured.commitMs} ms,`);
    expect(performance).toContain(` ${grouped(measured.relayFactsPerSecond)} |`);
    expect(performance).toContain(` ${grouped(measured.appendsPerSecond)} |`);
  });
});
