import { isTest, type SourceFile } from "../tree/repository.ts";
import { lineOf, nodesOf, parse, ts } from "../tree/syntax.ts";

const moneyFile = "packages/kernel/src/money/format.ts";

/** What stands behind an amount: `XOF`, ` XOF`, ` SATS`, and nothing else. A sentence that names a currency is none. */
const unit = /^ ?(?:XOF|SATS)$/;
const unitInPattern = /(?:XOF|SATS)\)?\$/;

/** Money written as text, or a shape of such text, outside the one file that says how. */
export function findLooseMoney(file: SourceFile): readonly string[] {
  if (file.path === moneyFile || isTest(file.path)) return [];
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
