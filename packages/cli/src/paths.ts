import { accessSync, constants, existsSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { InvalidArgumentError } from "commander";

/** Reads an option that names a folder, which need not be there yet. */
export function readFolder(text: string): string {
  if (text === "") throw new InvalidArgumentError("It names no folder.");
  if (existsSync(text) && !statSync(text).isDirectory()) {
    throw new InvalidArgumentError("It is a file, where a folder is wanted.");
  }
  return text;
}

/** Reads an option that names a file to be written: whether it can be is known before there is anything to write. */
export function readFileToWrite(text: string): string {
  const trouble = findTroubleWriting(text);
  if (trouble !== undefined) throw new InvalidArgumentError(`${trouble}.`);
  return text;
}

/** Why nothing can be written there, as far as that is known before. */
export function findTroubleWriting(file: string): string | undefined {
  if (file === "") return "It names no file";
  const isThere = existsSync(file);
  if (isThere && statSync(file).isDirectory()) return "It is a folder, where a file is wanted";
  try {
    accessSync(isThere ? file : dirname(file), constants.W_OK);
    return undefined;
  } catch (error) {
    return `Nothing can be written there (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** Throws by the name of the file where the disk is full: the system says none. */
export function writeNamedFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${file} cannot be written (${code})`, { cause: error });
  }
}
