import {
  closeSync,
  fsyncSync,
  ftruncateSync,
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
  /** Told about every entry, those of the file first. */
  readonly apply: (entry: JournalEntry) => void;
}

/**
 * Opens a journal; with a file it begins with what the file holds. What moved money is on disk before it is
 * answered, so a kill of the sandbox forgets nothing.
 */
export function openJournal({ clock, file, apply }: JournalOptions): Journal {
  const disk = file === null ? null : openFile(file);
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

function openFile(path: string) {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a+");
  const { entries, bytes } = readEntries(readFileSync(file, "utf8"));
  // A kill can cut the last line short; what follows must not be written behind half a line.
  ftruncateSync(file, bytes);
  return {
    entries,
    append(entry: JournalEntry) {
      writeSync(file, `${JSON.stringify(entry)}\n`);
      if (entry.kind !== "call") fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}

/** The file is ours alone: a line is what `append` wrote, or somebody's edit that is refused. */
const StoredEntry = z.custom<JournalEntry>((value) => EntryShape.safeParse(value).success);
const EntryShape = z.looseObject({ seq: z.int().min(1), at: z.string(), kind: z.string() });

function readEntries(text: string): { readonly entries: JournalEntry[]; readonly bytes: number } {
  const entries: JournalEntry[] = [];
  let bytes = 0;
  for (const line of text.split("\n").slice(0, -1)) {
    entries.push(StoredEntry.parse(JSON.parse(line)));
    bytes += Buffer.byteLength(line) + 1;
  }
  return { entries, bytes };
}
