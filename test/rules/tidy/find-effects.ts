import type { SourceFile } from "../tree/repository.ts";
import { lineOf, parse, ts } from "../tree/syntax.ts";

/** What a program or a thread starts from. */
const entry = /\/(?:main|run|[\w-]+-thread)\.ts$/;
/** A clone alone uses the others. */
const bundled = /^(?:packages\/(?!(?:demo|local-stack|testing)\/)|services\/)[^/]+\/src\//;

/**
 * What a module does by being imported, as `path:line: which`: the bundler leaves a module out of which nothing is used
 * (`packages/local-stack/bin/bundle.mjs`), so nobody may count on it.
 */
export function findEffects(file: SourceFile): readonly string[] {
  if (!bundled.test(file.path) || entry.test(file.path)) return [];
  const tree = parse(file);
  return tree.statements.flatMap((statement) => {
    const what = effectOf(statement);
    return what === undefined ? [] : [`${file.path}:${lineOf(tree, statement.getEnd())}: ${what}`];
  });
}

function effectOf(statement: ts.Statement): string | undefined {
  if (ts.isExpressionStatement(statement)) return "a statement";
  if (ts.isImportDeclaration(statement) && statement.importClause === undefined)
    return "an import for its effect";
  return undefined;
}
