import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Clock } from "@sanu/kernel";
import { z } from "zod";
import { sandboxLimits } from "../limits.ts";
import type { EntryOf, JournalEntry, JournalFact, JournalKind } from "./entries.ts";

/** Everything that happened, in order. It is also the sandbox's only state: all else is folded from it. */
export interface Journal {
  readonly record: (fact: JournalFact) => void;
  readonly all: () => readonly JournalEntry[];
  readonly ofKind: <Kind extends JournalKind>(kind: Kind) => readonly EntryOf<Kind>[];
  readonly close: () => void;
}

interface JournalOptions {
  readonly clock: Clock;
  /** Null keeps the journal in memory only. */
  readonly file: string | null;
  /** On the disk once it is closed, and not before: for a journal that is thrown away after a crash. */
  readonly unsynced?: boolean;
  /** Told about every entry, those of the file first. */
  readonly apply: (entry: JournalEntry) => void;
}

/**
 * Opens a journal; with a file it begins with what the file holds. What moved money is on disk before it is
 * answered, so a sandbox that is killed forgets nothing.
 */
export function openJournal(options: JournalOptions): Journal {
  const { clock, file, apply, unsynced = false } = options;
  const disk = file === null ? null : openFile(file, unsynced);
  const entries = disk?.entries ?? [];
  for (const entry of entries) apply(entry);
  let seq = entries.at(-1)?.seq ?? 0;
  let calls = entries.filter(({ kind }) => kind === "call").length;

  return {
    record(fact) {
      seq += 1;
      const entry = { ...fact, seq, at: clock.now() };
      disk?.append(entry);
      entries.push(entry);
      if (entry.kind === "call") calls += 1;
      if (calls > sandboxLimits.callsMax) {
        const oldest = entries.findIndex(({ kind }) => kind === "call");
        entries.splice(oldest, 1);
        calls -= 1;
      }
      apply(entry);
    },
    all: () => entries,
    ofKind: (kind) => entries.filter((entry) => isOfKind(entry, kind)),
    close: () => disk?.close(),
  };
}

function isOfKind<Kind extends JournalKind>(
  entry: JournalEntry,
  kind: Kind,
): entry is EntryOf<Kind> {
  return entry.kind === kind;
}

/** The control character by which what stands before it on its line is taken back. */
const CANCELLED = "\u0018";

/**
 * Only ever appended to. Whoever opens it takes nothing away: a sandbox that is started beside one that still runs, and
 * ends because its port is taken, must not cut off what the other has answered for.
 */
function openFile(path: string, unsynced: boolean) {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const isNew = !existsSync(path);
  const file = openSync(path, "a+");
  if (isNew) syncFolder(folder);
  const text = readFileSync(file, "utf8");
  // A kill can cut the last line short; what follows must not be written behind half a line.
  if (text !== "" && !text.endsWith("\n")) writeAll(file, `${CANCELLED}\n`);
  return {
    entries: readEntries(text),
    append(entry: JournalEntry) {
      writeAll(file, `${JSON.stringify(entry)}\n`);
      if (!unsynced && entry.kind !== "call") fsyncSync(file);
    },
    close() {
      if (unsynced) fsyncSync(file);
      closeSync(file);
    },
  };
}

/** One call may write a part only, as on a disk that is nearly full; what is answered for has to be there in full. */
function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, "r");
  fsyncSync(opened);
  closeSync(opened);
}

/** The file is ours alone: a line is what `append` wrote, or somebody's edit that is refused. */
const StoredEntry = z.custom<JournalEntry>((value) => EntryShape.safeParse(value).success);
const EntryShape = z.looseObject({ seq: z.int().min(1), at: z.string(), kind: z.string() });

function readEntries(text: string): JournalEntry[] {
  const whole = text.split("\n").slice(0, -1);
  return whole
    .filter((line) => !line.endsWith(CANCELLED))
    .map((line) => StoredEntry.parse(JSON.parse(line)));
}
