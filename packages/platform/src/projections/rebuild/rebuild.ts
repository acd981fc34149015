import type { Database } from "../../database/open-database.ts";
import type { FoldedTable } from "../folded-table.ts";
import type { Run } from "./begin-run.ts";
import type { StreamSource } from "./read-streams.ts";

export interface RebuildProgress {
  readonly step: "reading" | "indexing" | "catching up" | "swapping" | "done";
  readonly eventsRead: number;
  readonly eventsTotal: number;
}

export interface RebuildBegin {
  /** It goes on with an unfinished one. */
  readonly isResumed: boolean;
  /** Why an unfinished one was thrown away; none where there was none. */
  readonly why: string | undefined;
  readonly eventsRead: number;
  readonly eventsTotal: number;
  /** Tables that were put in place before. */
  readonly swapped: readonly string[];
}

export interface Rebuild<Event> {
  readonly database: Database;
  readonly source: StreamSource<Event>;
  readonly tables: readonly FoldedTable<Event>[];
  /** All that might be rebuilt with them: an unfinished rebuild of another choice of these is given up. */
  readonly siblings: readonly string[];
  /** Names the program that folds: what one began no other goes on with. Without it nobody does. */
  readonly build?: string | undefined;
  /** What it is a part of, in the words of whoever asks. */
  readonly asked?: string | undefined;
  /** From the start, whatever is unfinished. */
  readonly isAnew?: boolean | undefined;
  readonly onBegin?: ((begin: RebuildBegin) => void) | undefined;
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly signal?: AbortSignal;
  readonly pageEvents?: number | undefined;
  readonly checkpointEveryMs?: number | undefined;
}

/** A rebuild with what it knows of itself. */
export interface Running<Event> extends Rebuild<Event> {
  readonly run: Run;
  readonly signal: AbortSignal;
  readonly report: (step: RebuildProgress["step"], eventsRead: number) => void;
}
