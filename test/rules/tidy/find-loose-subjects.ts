import { isTest, type SourceFile } from "../tree/repository.ts";
import { lineOf, nodesOf, parse, ts } from "../tree/syntax.ts";

const subjectLike =
  /^(?:(?:request|wake)\.[a-z-]*|sanu\.(?:identity|transactions|payments|payouts)\.)/;
const subjectsFile = "packages/contracts/src/subjects.ts";

/** Subjects written by hand; they all come from one file of contracts. */
export function findLooseSubjects(file: SourceFile): readonly string[] {
  if (file.path === subjectsFile || isTest(file.path)) return [];
  const tree = parse(file);
  return [...nodesOf(tree)].flatMap((node) => {
    const isText =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node);
    if (!isText || !subjectLike.test(node.text)) return [];
    return [`${file.path}:${lineOf(tree, node.getStart(tree))}: ${node.text}`];
  });
}
