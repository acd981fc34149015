import type { SourceFile } from "../tree/repository.ts";
import { lineOf, nodesOf, parse, ts } from "../tree/syntax.ts";

const suppression =
  /(?:@ts-(?:ignore|expect-error|nocheck)|(?:oxlint|eslint)-disable|biome-ignore)\b/g;

/** Ways around the compiler: casts (`as const` is none), `any`, `!` and suppressions, as `path:line: which`. */
export function findEscapes(file: SourceFile): readonly string[] {
  const tree = parse(file);
  const found = [...nodesOf(tree)].flatMap((node) => {
    const kind = escapeKind(node);
    return kind === undefined ? [] : [`${file.path}:${lineOf(tree, node.getEnd())}: ${kind}`];
  });
  for (const match of file.text.matchAll(suppression)) {
    found.push(`${file.path}:${lineOf(tree, match.index)}: suppression`);
  }
  return found;
}

function escapeKind(node: ts.Node): string | undefined {
  if (ts.isAsExpression(node)) return ts.isConstTypeReference(node.type) ? undefined : "cast";
  if (ts.isTypeAssertionExpression(node)) return "cast";
  if (ts.isNonNullExpression(node)) return "!";
  return node.kind === ts.SyntaxKind.AnyKeyword ? "any" : undefined;
}
