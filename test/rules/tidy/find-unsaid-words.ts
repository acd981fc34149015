import type { SourceFile } from "../tree/repository.ts";
import { lineOf, nodesOf, parse, ts } from "../tree/syntax.ts";

/** Names that others gave: of libraries, protocols and the public interface. */
const namesOfOthers: ReadonlySet<string> = new Set([
  // TypeScript's own.
  "ReturnType",
  // The public interface: the staff's view of a user, and the links that providers return a payer by.
  "Ruling",
  "rulings",
  "returnUrl",
  "return_url",
  // A market's price to buy at, beside `bid`.
  "askPrice",
  "askQty",
  // NATS: ends a connection or subscription once all it got is handled.
  "drain",
]);

const lastTable = "## Say it so";

/** The words that the glossary's last table takes out of names. */
export function readUnsaidWords(glossary: string): ReadonlySet<string> {
  const table = glossary.slice(glossary.indexOf(lastTable) + lastTable.length);
  const firstCells = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = ""]) => cell.trim());
  const [, ...rows] = firstCells.filter((cell) => !/^-+$/.test(cell));
  return new Set(rows.flatMap((cell) => cell.split(", ")));
}

/** Names, and names in SQL and other text, that are made of a word which is not said: `path:line: name`. */
export function findUnsaidWords(file: SourceFile, unsaid: ReadonlySet<string>): readonly string[] {
  const isUnsaid = judgeOf(unsaid);
  const [fileName = ""] = file.path.split("/").slice(-1);
  return [
    ...(isUnsaid(fileName.replace(/\..*/, "")) ? [file.path] : []),
    ...(mayHold(file.text, isUnsaid) ? findNames(file, isUnsaid) : []),
  ];
}

const nameLike = /[A-Za-z_$][\w$]*/g;

/** To take a text apart into its syntax is slow, and most texts hold none of the words at all. */
function mayHold(text: string, isUnsaid: (name: string) => boolean): boolean {
  for (const [name] of text.matchAll(nameLike)) {
    if (name !== "return" && isUnsaid(name)) return true;
  }
  // Elsewhere it is the keyword, which is no name.
  return isUnsaid("return") && /\.return\b|\breturn\b(?![\s;])/.test(text);
}

function findNames(file: SourceFile, isUnsaid: (name: string) => boolean): readonly string[] {
  const tree = parse(file);
  return [...nodesOf(tree)].flatMap((node) =>
    namesIn(node)
      .filter(isUnsaid)
      .map((name) => `${file.path}:${lineOf(tree, node.getStart(tree))}: ${name}`),
  );
}

const judges = new WeakMap<ReadonlySet<string>, (name: string) => boolean>();

/** Few names make up the whole project: each is taken apart once. */
function judgeOf(unsaid: ReadonlySet<string>): (name: string) => boolean {
  const known = judges.get(unsaid);
  if (known !== undefined) return known;
  const verdicts = new Map<string, boolean>();
  const judge = (name: string): boolean => {
    const isUnsaid =
      verdicts.get(name) ??
      (!namesOfOthers.has(name) && partsOf(name).some((part) => unsaid.has(part)));
    verdicts.set(name, isUnsaid);
    return isUnsaid;
  };
  judges.set(unsaid, judge);
  return judge;
}

/** Identifiers, and of a text the words that are joined as names are: `owed_returns`. */
function namesIn(node: ts.Node): readonly string[] {
  if (ts.isIdentifier(node)) return [node.text];
  const isText =
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node);
  return isText ? (node.text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []) : [];
}

function partsOf(name: string): readonly string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])|[-_]/).map((part) => part.toLowerCase());
}
