import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { addEvents } from "./commands/events.ts";
import { addReport } from "./commands/report.ts";
import { addSealed } from "./commands/sealed.ts";
import { complaintAbout } from "./complaint.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "sanu-paths-"));
const file = join(folder, "a-file");
writeFileSync(file, "as it was");
afterAll(() => rmSync(folder, { recursive: true }));

const complaint = (...words: readonly string[]) =>
  complaintAbout([addEvents, addReport, addSealed], words);

const period = ["--from", "2026-01-01", "--to", "2026-02-28"];

describe("an option that names a place or a zone", () => {
  it.each([
    [["events", "export"], "--out"],
    [["events", "sql"], "--export"],
    [["events", "verify"], "--export"],
    [["report", ...period], "--export"],
    [["sealed", "make-keys"], "--out"],
    [["sealed", "open"], "--out"],
  ])("is a folder in %j, or the command does nothing and says so", async (words, option) => {
    expect(await complaint(...words, option, "")).toContain("It names no folder.");
    expect(await complaint(...words, option, file)).toContain(
      `argument '${file}' is invalid. It is a file, where a folder is wanted.`,
    );
  });

  it.each([[["events", "sql"]], [["events", "replay"]], [["report", ...period]]])(
    "is a file that can be written in %j, or the command does nothing and says so",
    async (words) => {
      const elsewhere = join(folder, "nowhere", "page");
      expect(await complaint(...words, "--out", "")).toContain("It names no file.");
      expect(await complaint(...words, "--out", folder)).toContain("It is a folder, where");
      expect(await complaint(...words, "--out", elsewhere)).toContain(
        "Nothing can be written there (ENOENT).",
      );
      expect(existsSync(join(folder, "nowhere"))).toBe(false);
    },
  );

  it("is no zone where nobody has it", async () => {
    for (const words of [
      ["report", ...period],
      ["events", "sql"],
    ]) {
      for (const zone of ["", "Africa/Cotonu", "+01:00"]) {
        expect(await complaint(...words, "--time-zone", zone)).toContain(
          "It is no time zone; write Africa/Porto-Novo.",
        );
      }
    }
  });
});
