/** A row by the names of its columns; whole numbers, days and moments are texts, because a number of JavaScript would round them. */
export type AnalysisRow = Readonly<Record<string, string | number | boolean | null>>;

export interface Analysis {
  readonly run: (sql: string) => Promise<void>;
  readonly rows: (sql: string) => Promise<readonly AnalysisRow[]>;
  readonly close: () => void;
}

const missing = `DuckDB is not installed here: it comes with a clone (npm start, or pnpm install), and not with the image.
Copy an export to a clone, or open it with a DuckDB of your own`;

/** DuckDB in memory. It is native code of 70 MB that services have no use for, so it is looked for only here. */
export async function openAnalysis(): Promise<Analysis> {
  const { DuckDBInstance } = await import("@duckdb/node-api").catch(() => {
    throw new Error(missing);
  });
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  return {
    async run(sql) {
      await connection.run(sql);
    },
    rows: async (sql) =>
      (await connection.runAndReadAll(sql)).getRowObjectsJson() as unknown as AnalysisRow[],
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
