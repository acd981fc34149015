import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
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

  it("does not get its name where the disk takes the first of its bytes and no more", () => {
    const script = `
      import { writeFileWhole } from ${JSON.stringify(join(import.meta.dirname, "write-file.ts"))};
      const pieces = [Buffer.alloc(${pieceBytes}, 1), Buffer.alloc(${pieceBytes}, 2)];
      await writeFileWhole("full", pieces).catch(({ code }) => process.stdout.write(code));
    `;
    // A limit on the size of files stands for a full disk: the system takes a part, and refuses the rest.
    const limited = ["-c", 'ulimit -f 8; exec "$0" "$@"', process.execPath];
    const node = ["--input-type=module", "--eval", script];
    const { stdout } = spawnSync("sh", [...limited, ...node], { cwd: folder, encoding: "utf8" });

    expect(stdout).toBe("EFBIG");
    expect(readdirSync(folder)).not.toContain("full");
  });
});
