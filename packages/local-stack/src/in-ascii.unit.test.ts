import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

type InAscii = (code: string) => string;

const bin = new URL("../bin/in-ascii.mjs", import.meta.url).href;
const { inAscii } = (await import(bin)) as { readonly inAscii: InAscii };

describe("A program that is bundled", () => {
  it.each([
    ["a string", `"Ouagadougou – Bobo-Dioulasso ✓"`],
    ["a letter of two halves", `"🇧🇫"`],
    ["a template", "`${1 + 1} é ${'–'}`"],
    ["a name", "(({ montantÉtranger }) => montantÉtranger)({ montantÉtranger: 'ok' })"],
    ["an expression of letters", `"aé–b".replace(/[é–]+/, "-")`],
    ["an expression that knows whole letters", `"a😀b".replace(/[😀-😂]/u, "-")`],
    ["a backslash before a letter", String.raw`"C:\\été"`],
  ])("says the same in ASCII: %s", (_what, code) => {
    const ascii = inAscii(code);
    expect(ascii).toMatch(/^[\0-\x7f]*$/);
    expect(runInNewContext(ascii)).toEqual(runInNewContext(code));
  });

  it.each([
    ["a letter that is escaped already", String.raw`"\é"`],
    ["a template of which the raw text is asked for", "String.raw`é`"],
  ])("is refused where it would say something else: %s", (_what, code) => {
    expect(() => inAscii(code)).toThrow("cannot be written in ASCII");
  });
});
