import { expect, it } from "vitest";
import { isTest, readSources } from "./tree/repository.ts";

const connectors = "packages/rails/src/mobile-money";
const servers = "packages/sandbox/src/providers";
/** One line each for every provider. */
const lists = [`${connectors}/providers.ts`, `${servers}/all.ts`];

const sources = readSources();
const providers = [
  ...new Set(sources.flatMap(({ path }) => folderIn(path, connectors) ?? [])),
].filter((name) => name !== "sandbox");

/** The first folder below a parent, where a path lies in one. */
function folderIn(path: string, parent: string): string | undefined {
  const [folder, file] = path.startsWith(`${parent}/`)
    ? path.slice(parent.length + 1).split("/")
    : [];
  return file === undefined ? undefined : folder;
}

/** What a program does: comments may say whose documentation they are about. */
function codeOf(text: string): readonly string[] {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .filter((line) => !line.trim().startsWith("//"));
}

function linesNaming(provider: string, text: string): number {
  return codeOf(text).filter((line) => line.toLowerCase().includes(provider)).length;
}

it("finds the providers of mobile money", () => {
  expect(providers).toContain("fedapay");
  expect(linesNaming("fedapay", 'import "./FedaPay";\n// fedapay\n/** fedapay */')).toBe(1);
});

it.each(providers)("nothing but its folders and one line names %s", (provider) => {
  const own = [`${connectors}/${provider}/`, `${servers}/${provider}/`];
  const naming = sources
    .filter(({ path }) => !isTest(path) && !own.some((folder) => path.startsWith(folder)))
    .map(({ path, text }) => ({ path, lines: linesNaming(provider, text) }))
    .filter(({ lines }) => lines > 0);

  expect(naming.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual(
    lists.map((path) => ({ path, lines: 1 })),
  );
});

it.each(providers)("has tests of every translation of %s", (provider) => {
  const inFolder = sources.filter(({ path }) => path.startsWith(`${connectors}/${provider}/`));
  const translations = inFolder.filter(
    ({ path }) => /\/translate[a-z-]*\.ts$/.test(path) && !isTest(path),
  );
  const paths = new Set(inFolder.map(({ path }) => path));

  expect(translations.length).toBeGreaterThan(0);
  expect(
    translations.filter(({ path }) => !paths.has(path.replace(/\.ts$/, ".unit.test.ts"))),
  ).toEqual([]);
});
