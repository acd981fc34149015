import { Worker } from "node:worker_threads";
import { eventLimits } from "../limits.ts";
import type { EncodeTable, ParquetTable } from "./parquet-file.ts";

export interface TableEncoder {
  readonly encode: EncodeTable;
  /** What is not done by then fails. */
  readonly close: () => Promise<void>;
}

/** What the thread answers to a table, in the order in which they came. */
export type EncodedTable = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly error: Error };

/** Beside this file, in a clone and in a bundle. */
const thread = new URL(
  import.meta.url.endsWith(".ts") ? "./encode-thread.ts" : "./encode-thread.js",
  import.meta.url,
);

/** Makes files in a thread of its own, one after the other: meanwhile the next facts are read. */
export function startTableEncoder(): TableEncoder {
  const worker = new Worker(thread, { resourceLimits: eventLimits.threadMemory });
  const waiting: PromiseWithResolvers<Uint8Array>[] = [];
  let ended: Error | undefined;
  const endWith = (error: Error): void => {
    ended ??= error;
    for (const one of waiting.splice(0)) one.reject(ended);
  };
  worker.on("message", (answer: EncodedTable) => {
    const first = waiting.shift();
    if ("error" in answer) first?.reject(answer.error);
    else first?.resolve(answer.bytes);
  });
  worker.on("error", endWith);
  worker.on("exit", () => endWith(new Error("The thread that makes Parquet files has ended")));
  return {
    encode(table) {
      if (ended !== undefined) return Promise.reject(ended);
      const answer = Promise.withResolvers<Uint8Array>();
      waiting.push(answer);
      worker.postMessage(table, buffersOf(table));
      return answer.promise;
    },
    async close() {
      if (ended !== undefined) return;
      await worker.terminate();
    },
  };
}

/** Handed over as they are, and not copied. */
function buffersOf({ values }: ParquetTable): ArrayBuffer[] {
  return values.flatMap((column) => {
    if ("wholes" in column) return [column.wholes.buffer, column.nulls.buffer];
    if ("bytes" in column) return [column.bytes.buffer, column.lengths.buffer];
    return ["answers" in column ? column.answers.buffer : column.numbers.buffer];
  });
}
