import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

export interface Analysis {
  readonly rows: (sql: string) => Promise<readonly object[]>;
  readonly close: () => void;
}

/** DuckDB over an export in Parquet: a view for each type of fact, by its name. */
export async function analyse(folder: string): Promise<Analysis> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  for (const stream of readdirSync(folder).filter((name) => name.startsWith("stream="))) {
    for (const type of readdirSync(join(folder, stream))) {
      const [, view = ""] = /^type=(\w+)\.v1$/.exec(type) ?? [];
      const files = join(folder, stream, type, "*", "*.parquet");
      await connection.run(`create view ${view} as from read_parquet('${files}')`);
    }
  }
  return {
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowObjects(),
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
