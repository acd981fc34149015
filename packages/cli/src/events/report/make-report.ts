import { readManifest } from "../export/manifest.ts";
import { factViewsSql, type Period, timeZoneSql } from "../sql/fact-views.ts";
import { openAnalysis } from "../sql/open-analysis.ts";
import { questionNames, readQuestion } from "../sql/questions.ts";
import { loadCharts } from "./draw-chart.ts";
import { type Answer, type ReportContent, reportPage } from "./report-page.ts";

interface ReportTerms {
  readonly period: Period;
  readonly timeZone: string;
}

/** What makes pages, once all that it takes is there. */
export interface OpenReport {
  /** Answers the ten questions over an export in Parquet, as one page of HTML. Throws where it is stopped between two of them. */
  readonly make: (folder: string, signal?: AbortSignal) => Promise<string>;
  readonly close: () => void;
}

/** Throws where DuckDB or ECharts is not installed, and where DuckDB does not know the time zone. */
export async function openReport(of: ReportTerms): Promise<OpenReport> {
  const draw = await loadCharts();
  const analysis = await openAnalysis();
  try {
    await analysis.run(timeZoneSql(of.timeZone));
  } catch (error) {
    analysis.close();
    throw error;
  }
  return {
    async make(folder, signal) {
      await analysis.run(factViewsSql(folder, of.timeZone, of.period));
      const answers: Answer[] = [];
      for (const name of questionNames) {
        signal?.throwIfAborted();
        const question = readQuestion(name);
        answers.push({ question, rows: await analysis.rows(question.sql) });
      }
      return reportPage({ ...of, ...factsIn(folder), answers }, draw);
    },
    close: analysis.close,
  };
}

/** One page over one export. */
export async function makeReport(folder: string, of: ReportTerms): Promise<string> {
  const report = await openReport(of);
  try {
    return await report.make(folder);
  } finally {
    report.close();
  }
}

function factsIn(folder: string): Pick<ReportContent, "facts" | "lastDay"> {
  const files = Object.values(readManifest(folder).streams)
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => block.files);
  const facts = files.reduce((sum, file) => sum + file.facts, 0);
  const lastDay = files
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  return { facts, lastDay };
}
