import type { BatchMemory, FactBatch } from "@sanu/platform";
import type { Column } from "../../encode/column.ts";
import type { BlocksOrder } from "../blocks-order.ts";
import type { ExportedBlock } from "../manifest.ts";

/** What the thread that makes blocks is told: a stream, its facts, and their end. */
export type ToThread =
  | (Pick<BlocksOrder, "folder" | "stream" | "terms" | "start" | "days"> & {
      readonly kind: "begin";
      readonly columns: ReadonlyMap<string, readonly Column[]>;
      readonly untilSequence: number;
    })
  | ({ readonly kind: "batch" } & FactBatch)
  | { readonly kind: "end" }
  /** No more facts come, although there are more. */
  | { readonly kind: "stop" };

/** What it says. */
export type FromThread =
  /** A batch is in its block; its memory comes back. */
  | { readonly kind: "taken"; readonly memory: BatchMemory; readonly count: number }
  | { readonly kind: "made"; readonly block: ExportedBlock }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly error: Error };
