import { readManifest } from "../export/manifest.ts";
import { factViewsSql, type Period } from "../sql/fact-views.ts";
import { openAnalysis } from "../sql/open-analysis.ts";
import { questionNames, readQuestion } from "../sql/questions.ts";
import { loadCharts } from "./draw-chart.ts";
import { type Answer, reportPage } from "./report-page.ts";

/** Answers the ten questions over an export in Parquet, as one page of HTML. */
export async function makeReport(
  folder: string,
  of: { readonly period: Period; readonly timeZone: string },
): Promise<string> {
  const draw = await loadCharts();
  const analysis = await openAnalysis();
  try {
    await analysis.run(factViewsSql(folder, of.timeZone, of.period));
    const answers: Answer[] = [];
    for (const name of questionNames) {
      const question = readQuestion(name);
      answers.push({ question, rows: await analysis.rows(question.sql) });
    }
    return reportPage({ ...of, facts: factsIn(folder), answers }, draw);
  } finally {
    analysis.close();
  }
}

function factsIn(folder: string): number {
  return Object.values(readManifest(folder).streams)
    .flatMap(({ blocks }) => blocks)
    .flatMap(({ files }) => files)
    .reduce((sum, { facts }) => sum + facts, 0);
}
