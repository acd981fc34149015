import { Command } from "commander";
import { expect, it } from "vitest";
import { addReconcile } from "./reconcile.ts";

/** What the shell shows when the command cannot even be read. */
async function complaintAbout(...words: readonly string[]): Promise<string> {
  const shown: string[] = [];
  const program = new Command("sanu").exitOverride();
  addReconcile(program);
  for (const each of program.commands) {
    each.exitOverride().configureOutput({ writeErr: (text) => void shown.push(text) });
  }
  await program.parseAsync(["reconcile", ...words], { from: "user" }).catch(() => undefined);
  return shown.join("");
}

it("says what was found before, or compares anew, or retires an account, and never passes over what was asked for", async () => {
  for (const asked of [["--now"], ["--from", "2026-11-21"], ["--retire", "collections"]]) {
    expect(await complaintAbout("--stored", ...asked)).toContain("cannot be used with option");
  }
  for (const asked of [["--now"], ["--from", "2026-11-21"]]) {
    expect(await complaintAbout("--retire", "a", ...asked)).toContain("cannot be used with option");
  }
});
