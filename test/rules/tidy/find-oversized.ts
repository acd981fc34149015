import { isTest, type SourceFile } from "../tree/repository.ts";
import { lineCount, lineOf, nodesOf, parse, ts } from "../tree/syntax.ts";
import { styleLimits } from "./limits.ts";

/** Files with more lines than their kind may have. */
export function findLongFiles(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split("\n").length;
    const most = linesMaxOf(path);
    return lines > most ? [`${path}: ${lines} lines, at most ${most}`] : [];
  });
}

function linesMaxOf(path: string): number {
  if (path.endsWith("/compose.ts")) return styleLimits.composeLinesMax;
  return isTest(path) ? styleLimits.testLinesMax : styleLimits.sourceLinesMax;
}

/** Functions that are too long or take too many parameters. */
export function findLargeFunctions(file: SourceFile): readonly string[] {
  const tree = parse(file);
  const found: string[] = [];
  for (const node of nodesOf(tree)) {
    if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) continue;
    const at = `${file.path}:${lineOf(tree, node.getStart(tree))}`;
    const lines = lineCount(tree, node);
    if (lines > styleLimits.functionLinesMax && !isScenario(node)) {
      found.push(`${at}: a function of ${lines} lines`);
    }
    if (node.parameters.length > styleLimits.parametersMax) {
      found.push(`${at}: ${node.parameters.length} parameters`);
    }
  }
  return found;
}

const scenarioNames = /^(describe|it|test|before|after)/;

/** The body of `describe` or `it` is a chapter, not a function. */
function isScenario(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isCallExpression(parent) && scenarioNames.test(parent.expression.getText());
}
