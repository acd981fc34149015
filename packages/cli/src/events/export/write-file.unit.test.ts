import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { manifestName, readManifest } from "./manifest.ts";
import { writeFileWhole } from "./write-file.ts";

const folder = mkdtempSync(join(tmpdir(), "sanu-write-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

const pieceBytes = 300_000;

describe("a file that is written whole", () => {
  it("has all of its pieces, and says how many bytes and which sum", async () => {
    const pieces = [1, 2, 3].map((value) => Buffer.alloc(pieceBytes, value));
    const written = await writeFileWhole(join(folder, "day", "all"), pieces);

    const bytes = readFileSync(join(folder, "day", "all"));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(bytes.equals(Buffer.concat(pieces))).toBe(true);
    expect(written).toEqual({ bytes: 3 * pieceBytes, sha256 });
  });

  it("does not get its name where the disk takes the first of its bytes and no more, and is named by who could not write it", () => {
    const said = onFullDisk(
      8,
      `const pieces = [Buffer.alloc(${pieceBytes}, 1), Buffer.alloc(${pieceBytes}, 2)];
      await writeFileWhole("full", pieces)`,
    );
    expect(said).toBe("full cannot be written (EFBIG)");
    expect(readdirSync(folder)).toEqual(["day"]);
  });
});

describe("an export", () => {
  it("names what it writes beside its files, where the disk takes nothing more, and leaves no lock", () => {
    const manifest = `{ version: 1, terms: termsOf({ format: "jsonl", compression: "none" }, {}), streams: {} }`;
    expect(onFullDisk(0, `await writeManifest(".", ${manifest})`)).toBe(
      "manifest.json cannot be written (EFBIG)",
    );
    expect(onFullDisk(0, `await oneAtATime(".", () => Promise.resolve())`)).toBe(
      "export.lock cannot be written (EFBIG)",
    );
    expect(readdirSync(folder)).toEqual(["day"]);
  });

  it("names its manifest where that is none, or was cut off", () => {
    const file = join(folder, manifestName);
    const reading = () => readManifest(folder);
    mkdirSync(file);
    expect(reading).toThrow(`${file} cannot be read: EISDIR`);
    rmdirSync(file);
    writeFileSync(file, '{ "version": 1, "terms": {');
    expect(reading).toThrow(`${file} cannot be read: `);
    rmSync(file);
  });
});

/** What is said where a file can have so many blocks. Such a limit stands for a full disk: the system takes a part, and refuses the rest. */
function onFullDisk(blocksMax: number, work: string): string {
  const moduleOf = (name: string) => JSON.stringify(join(import.meta.dirname, name));
  const script = `
    import { writeFileWhole } from ${moduleOf("write-file.ts")};
    import { termsOf, writeManifest } from ${moduleOf("manifest.ts")};
    import { oneAtATime } from ${moduleOf("one-at-a-time.ts")};
    try { ${work}; } catch (error) { process.stdout.write(error.message); }
  `;
  const limited = ["-c", `ulimit -f ${blocksMax}; exec "$0" "$@"`, process.execPath];
  const node = ["--input-type=module", "--eval", script];
  const env = { PATH: process.env["PATH"] };
  return spawnSync("sh", [...limited, ...node], { cwd: folder, encoding: "utf8", env }).stdout;
}
