import type { SourceFile } from "../tree/repository.ts";
import { lineOf, nodesOf, parse, ts } from "../tree/syntax.ts";

/** What an aggregate must not know: the clock, chance, the machine, floating numbers and waiting. */
const banned = new Set([
  "Date",
  "Number",
  "parseFloat",
  "parseInt",
  "process",
  "Promise",
  "fetch",
  "crypto",
  "performance",
  "globalThis",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "console",
  // The kernel's own doors to clock and chance.
  "systemClock",
  "newId",
  "newReference",
]);
/** What contracts have for aggregates: the vocabulary they share with the world, and the head of a stored event. The rest is transport. */
const vocabularyFiles = /^packages\/contracts\/src\/(event|texts|language|[a-z]+\/enums)\.ts$/;

/** Everything impure in a file of an aggregate. `vocabulary` are the names it may import from contracts. */
export function findImpurities(
  file: SourceFile,
  vocabulary: ReadonlySet<string>,
): readonly string[] {
  const tree = parse(file);
  return [...nodesOf(tree)].flatMap((node) => {
    const what = impurityOf(node) ?? strangerOf(node, vocabulary);
    return what === undefined ? [] : [`${file.path}:${lineOf(tree, node.getStart(tree))}: ${what}`];
  });
}

function impurityOf(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return "async";
  if (ts.isAwaitExpression(node)) return "await";
  if (ts.isPropertyAccessExpression(node) && node.getText() === "Math.random") return "Math.random";
  if (!ts.isIdentifier(node) || !banned.has(node.text)) return undefined;
  // `event.process` is a field of our own, `process.env` is the machine.
  const isField = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
  const isKey = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
  return isField || isKey ? undefined : node.text;
}

function strangerOf(node: ts.Node, vocabulary: ReadonlySet<string>): string | undefined {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
  if (node.moduleSpecifier.text !== "@sanu/contracts") return undefined;
  const bindings = node.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return "all of contracts";
  const names = bindings.elements.map((each) => (each.propertyName ?? each.name).text);
  const strangers = names.filter((name) => !vocabulary.has(name));
  return strangers.length === 0 ? undefined : `${strangers.join(", ")} is no vocabulary`;
}

/** The names that the vocabulary files of contracts export. */
export function readVocabulary(files: readonly SourceFile[]): ReadonlySet<string> {
  const vocabulary = files.filter(({ path }) => vocabularyFiles.test(path));
  return new Set(
    vocabulary.flatMap(({ text }) =>
      [...text.matchAll(/^export (?:const|function|type|interface) (\w+)/gm)].map(
        ([, name = ""]) => name,
      ),
    ),
  );
}
