// The thread of a table encoder: answers every table with the bytes of its file.
import { parentPort } from "node:worker_threads";
import { type ParquetTable, parquetFile } from "./parquet-file.ts";
import type { EncodedTable } from "./table-encoder.ts";

parentPort?.on("message", (table: ParquetTable) => {
  const answer = encoded(table);
  parentPort?.postMessage(answer, "bytes" in answer ? [answer.bytes.buffer] : []);
});

function encoded(table: ParquetTable): EncodedTable {
  try {
    return { bytes: parquetFile(table) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
