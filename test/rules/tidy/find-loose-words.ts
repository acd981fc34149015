import type { SourceFile } from "../tree/repository.ts";

/** A text that must stand nowhere, and why. */
interface LooseWord {
  readonly pattern: RegExp;
  readonly why: string;
}

const inTests: readonly LooseWord[] = [
  {
    pattern: /\b(?:it|test|describe)(?:\.concurrent)?\.(?:only|skip|todo|fails|skipIf|runIf)\b/,
    why: "a test left out",
  },
  {
    pattern: /\b(?:it|test)(?:\.each\([^)]*\))?\(\s*["'`]should\b/,
    why: "a title in the conditional",
  },
];

const everywhere: readonly LooseWord[] = [
  { pattern: /\bTODO\b(?!\(#\d+\))/, why: "a TODO without an issue" },
  { pattern: /\b(?:FIXME|HACK|XXX)\b/, why: "a marker nobody will read" },
  { pattern: /(?<![\w.$}])\/(?:work|root|home|Users)\/[\w.-]+/, why: "a path of a machine" },
  {
    pattern:
      /https?:\/\/(?!registry\.npmjs\.org\b)[\w.-]*(?:registry|artifactory|nexus|mirror)[\w-]*\./,
    why: "the host of a registry",
  },
  { pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----\n/, why: "a private key" },
  { pattern: /\bdebugger;/, why: "a breakpoint" },
];

/** The files of these rules name what they look for. */
const rulesFolder = /^test\/rules\//;

/** Words that must not stand in a text file, as `path:line: why`. */
export function findLooseWords({ path, text }: SourceFile): readonly string[] {
  if (rulesFolder.test(path)) return [];
  const rules = path.endsWith(".test.ts") ? [...inTests, ...everywhere] : everywhere;
  return rules.flatMap(({ pattern, why }) =>
    [...text.matchAll(new RegExp(pattern, "g"))].map(
      ({ index }) => `${path}:${text.slice(0, index).split("\n").length}: ${why}`,
    ),
  );
}

/** Markdown with no title or with more than one; fenced code is not Markdown. */
export function findBadTitles({ path, text }: SourceFile): readonly string[] {
  const titles = text.replaceAll(/^```[\s\S]*?^```/gm, "").match(/^# .+$/gm) ?? [];
  return titles.length === 1 ? [] : [`${path}: ${titles.length} titles`];
}
