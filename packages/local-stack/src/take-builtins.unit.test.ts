import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

type TakeBuiltins = (code: string) => string;

const bin = new URL("../bin/take-builtins.mjs", import.meta.url).href;
const { takeBuiltins } = (await import(bin)) as { readonly takeBuiltins: TakeBuiltins };

describe("A program that is bundled", () => {
  it.each([
    ["by name", 'import { isIP } from "node:net";', 'isIP("::1")', 6],
    [
      "by another name",
      'import { isIP as is$1, isIPv4 } from "net";',
      'is$1("::1") + isIPv4("::1")',
      6,
    ],
    ["whole", 'import * as path from "node:path";', 'path.basename("/a/b")', "b"],
    [
      "as its default and by name",
      'import net, { isIP as is } from "node:net";',
      'is("::1") + net.isIP("::1")',
      12,
    ],
    ["as its default", 'import path$1 from "path";', 'path$1.basename("/a/b")', "b"],
  ])("takes from Node's modules what it names: %s", (_how, line, use, expected) => {
    const taken = takeBuiltins(`${line}\n${use}`);
    expect(taken.split("\n")).toHaveLength(2);
    expect(runInNewContext(taken, { process })).toBe(expected);
  });

  it("imports what is not Node's own, and what it writes about imports stays as it is", () => {
    const code = 'import { read } from "@duckdb/node-api";\nconst text = `import a from "fs";`;\n';
    expect(takeBuiltins(code)).toBe(code);
  });

  it.each([
    'import "node:net";',
    'import net, * as all from "node:net";',
    'import { default as net } from "net";',
  ])("is refused where it imports in a form that is not known: %s", (line) => {
    expect(() => takeBuiltins(line)).toThrow("It is not known how to take this");
  });
});
