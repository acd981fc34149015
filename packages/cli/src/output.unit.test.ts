import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const main = join(import.meta.dirname, "main.ts");

/** Runs `sanu` in a shell, which names where its output goes, and nothing of this shell's system. */
function shell(words: string) {
  const node = `"${process.execPath}" "${main}"`;
  const { PATH } = process.env;
  // A database nobody has: what only reads the command gets no further.
  const env = { PATH, NATS_URL: "nats://127.0.0.1:1" };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", words.replace("sanu", node)], {
    encoding: "utf8",
    env,
  });
  return { status, stdout, stderr };
}

describe("what a command says", () => {
  it("on a full disk is one clear line on the error output, and a failure", () => {
    expect(shell("sanu reconcile --help > /dev/full")).toEqual({
      status: 1,
      stdout: "",
      stderr: "sanu: its output cannot be written: ENOSPC: no space left on device, write\n",
    });
  });

  it("to nobody is quiet, as of other programs", () => {
    expect(shell("{ sanu --help; echo $? >&2; } | true").stderr).toBe("141\n");
  });

  it("does not change how it ended where the error output is what is full", () => {
    expect(shell("sanu --help 2> /dev/full")).toMatchObject({ status: 0, stderr: "" });
  });

  it("is said once where the command is refused", () => {
    const { status, stdout, stderr } = shell("sanu why nothing");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.match(/error:|sanu:/g)).toHaveLength(1);
  });
});
