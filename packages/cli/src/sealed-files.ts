import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { untilStopped } from "./until-stopped.ts";

/** A record as it was before it was sealed. */
export interface OpenedRecord {
  readonly kind: string;
  readonly name: string;
  readonly plain: Buffer;
}

/** What is written of opened records, by the file's name: the person, each document put together, all transactions. */
export function filesOf(records: readonly OpenedRecord[]): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const ofKind = (kind: string) => records.filter((record) => record.kind === kind);
  for (const { plain } of ofKind("person"))
    files.set("person.json", pretty(JSON.parse(plain.toString())));
  // `submission/document/piece`, in their order.
  const documents = Map.groupBy(ofKind("document"), ({ name }) => name.replace(/\/\d+$/, ""));
  for (const [name, pieces] of documents) {
    const content = Buffer.concat(pieces.map(({ plain }) => plain));
    files.set(`document-${name.replace("/", "-")}.${endingOf(content)}`, content);
  }
  const transactions = ofKind("transaction").map(
    ({ plain }) => JSON.parse(plain.toString()) as unknown,
  );
  if (transactions.length > 0) files.set("transactions.json", pretty(transactions));
  return files;
}

/** By its first bytes, as it was judged when it was handed in. */
function endingOf(content: Buffer): "pdf" | "jpg" | "png" {
  if (content.subarray(0, 4).toString("latin1") === "%PDF") return "pdf";
  return content[0] === 0xff ? "jpg" : "png";
}

function pretty(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Made before anything is opened, and taken away with all that is in it where that failed or was stopped (Ctrl-C): the same command can be
 * said again. The work looks whether it is, before it writes.
 */
export async function inNewFolder<Result>(
  folder: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (existsSync(folder)) throw new Error(`${folder} is there already: name a new folder`);
  const stopped = `It was stopped: nothing is left in ${folder}. What was opened by then stands in the audit log; the command can be said again`;
  mkdirSync(folder, { mode: 0o700 });
  try {
    return await untilStopped(work, stopped);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the files that it wrote, which are on the disk then. Throws by the name of the one that the disk does not take. */
export function writeOpened(folder: string, files: ReadonlyMap<string, Buffer>): readonly string[] {
  return [...files].map(([name, content]) => {
    const file = join(folder, name);
    try {
      writeFileSync(file, content, { mode: 0o600, flag: "wx", flush: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Error(
        `${file} cannot be written (${code}): nothing is left there. That it was opened stands in the audit log; make room, and say the command again`,
        { cause: error },
      );
    }
    return file;
  });
}
