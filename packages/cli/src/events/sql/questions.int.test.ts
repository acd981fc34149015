import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishingServices } from "@sanu/contracts";
import { connectNats } from "@sanu/platform";
import { knownSet, makeStream, publishFacts, testNamespace, testNatsUrl } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportEvents } from "../export/export-events.ts";
import { streamReader } from "../read/fact-reader.ts";
import { factViewsSql } from "./fact-views.ts";
import { knownAnswers, knownPeriod } from "./known-answers.fixture.ts";
import { type Analysis, type AnalysisRow, openAnalysis } from "./open-analysis.ts";
import { questionNames, readQuestion } from "./questions.ts";

const { timeZone, ...period } = knownPeriod;
const folder = mkdtempSync(join(tmpdir(), "sanu-questions-"));
let duck: Analysis;

beforeAll(async () => {
  const namespace = testNamespace();
  const messaging = await connectNats({ url: testNatsUrl(), name: "test", namespace });
  const { facts } = knownSet();
  for (const service of publishingServices) {
    await makeStream(messaging, service);
    await publishFacts(messaging, facts[service]);
  }
  const readers = publishingServices.map((service) => streamReader(messaging, service));
  const encoding = { format: "parquet", compression: "zstd" } as const;
  await exportEvents({ folder, encoding, selection: {}, readers });
  await messaging.close();
  duck = await openAnalysis();
  await duck.run(factViewsSql(folder, timeZone, period));
});

afterAll(() => {
  duck?.close();
  rmSync(folder, { recursive: true, force: true });
});

const lineOf = (row: AnalysisRow) => Object.values(row).join("|");

describe.each(questionNames)("the question %s", (name) => {
  it("has the answer that was worked out by hand", async () => {
    const answer = knownAnswers[name].trim().split("\n");
    const lines = (await duck.rows(readQuestion(name).sql)).map((row) => lineOf(row));
    // The books of every day would be a page of numbers: they are looked at where something changed.
    const moments = new Set(answer.map((line) => line.split("|")[0]));
    const isLookedAt = (line: string) => name !== "books" || moments.has(line.split("|")[0] ?? "");
    expect(lines.filter((line) => isLookedAt(line))).toEqual(answer);
  });

  it("says what each of its columns holds, in which unit", async () => {
    const { title, columns, sql } = readQuestion(name);
    const [row] = await duck.rows(sql);
    expect(title).toMatch(/\?$/);
    expect(columns.map((column) => column.name)).toEqual(Object.keys(row ?? {}));
    for (const { name: column, unit } of columns) {
      const [, suffix = ""] = /(Xof|Sats|Percent|Ms|XofPerBtc)$/.exec(column) ?? [];
      const units: Readonly<Record<string, string | undefined>> = {
        Xof: "XOF",
        Sats: "sats",
        Percent: "%",
        Ms: "ms",
        XofPerBtc: "XOF per BTC",
      };
      if (suffix !== "") expect(unit, `${name}: ${column}`).toBe(units[suffix]);
    }
  });

  it("adds up whole numbers, and rounds nothing that it does not say", async () => {
    const types = await duck.rows(
      `select column_type as type from (describe ${readQuestion(name).sql.replace(/;\s*$/, "")})`,
    );
    expect(types.map(({ type }) => type)).not.toContain("DOUBLE");
  });

  it("has no row, or rows of nothing, where nobody published anything", async () => {
    const empty = await openAnalysis();
    try {
      await empty.run(factViewsSql(join(folder, "nothing"), timeZone, period));
      const rows = await empty.rows(readQuestion(name).sql);
      expect(
        rows.every((row) =>
          Object.values(row)
            .slice(2)
            .every((value) => value === "0"),
        ),
      ).toBe(true);
    } finally {
      empty.close();
    }
  });
});
