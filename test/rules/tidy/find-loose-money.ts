import { isTest, type SourceFile } from "../tree/repository.ts";
import { lineOf, nodesOf, parse, ts } from "../tree/syntax.ts";

/** The kernel's, and that of the client, which may import nothing of ours; a test compares the two. */
const moneyFiles = [
  "packages/kernel/src/money/format.ts",
  "packages/client/src/amounts/amount-texts.ts",
];

/** What stands behind an amount: `XOF`, ` XOF`, ` SATS`, and nothing else. A sentence that names a currency is none. */
const unit = /^ ?(?:XOF|SATS)$/;
const unitInPattern = /(?:XOF|SATS)\)?\$/;

/** Money written as text, or a shape of such text, outside the files that say how. */
export function findLooseMoney(file: SourceFile): readonly string[] {
  if (moneyFiles.includes(file.path) || isTest(file.path)) return [];
  const tree = parse(file);
  return [...nodesOf(tree)]
    .filter(writesUnit)
    .map((node) => `${file.path}:${lineOf(tree, node.getStart(tree))}: ${node.getText(tree)}`);
}

function writesUnit(node: ts.Node): boolean {
  if (ts.isRegularExpressionLiteral(node)) return unitInPattern.test(node.text);
  if (ts.isTemplateExpression(node)) {
    const [span, ...others] = node.templateSpans;
    return node.head.text === "" && others.length === 0 && unit.test(span?.literal.text ?? "");
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) {
    return false;
  }
  return ts.isStringLiteralLike(node.right) && unit.test(node.right.text);
}
