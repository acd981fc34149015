import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "sanu-opened-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("what was opened of a person is not left in part where the disk is full", () => {
  const script = `
    import { inNewFolder, writeOpened } from ${JSON.stringify(join(import.meta.dirname, "sealed-files.ts"))};
    const files = new Map([["person.json", Buffer.from("Awa")], ["document.pdf", Buffer.alloc(300000, 1)]]);
    await inNewFolder("opened", async () => writeOpened("opened", files)).catch(({ message }) => process.stdout.write(message));
  `;
  // A limit on the size of files stands for a full disk: the system takes a part, and refuses the rest.
  const limited = ["-c", 'ulimit -f 8; exec "$0" "$@"', process.execPath];
  const node = ["--input-type=module", "--eval", script];
  const { stdout } = spawnSync("sh", [...limited, ...node], { cwd: folder, encoding: "utf8" });

  expect(stdout).toContain("opened/document.pdf cannot be written (EFBIG): nothing is left there");
  expect(readdirSync(folder)).toEqual([]);
});
