import type { SourceFile } from "../tree/repository.ts";
import { lineOf, nodesOf, parse, ts } from "../tree/syntax.ts";

/** Letters that English does not have. */
const french = /[éèêëàâçùûîïôœÉÈÀÇ«»]/;
/** Words behind a tag, `<p>Payez ici`, or behind one that ends here, `${kind}">Payez ici`; the name of the house is none. */
const shown = /(?:<\/?[a-z][\w-]*(?:\s[^<>]*)?>|^[^<>]*">)\s*(?!SANU\b)\p{L}[^<>{}]*\p{L}{2}/u;

/** What has none of these has no text for people either, and is not taken apart. */
const maybe =
  /[éèêëàâçùûîïôœÉÈÀÇ«»]|\bmessage:\s*["'`]|\b(?:fr|en)\b["']?:|<(?:h[1-6]|p|a|b|i|em|strong|small|span|div|section|article|dt|dd|li|td|th|button|label|title|header|main|figure|summary|option)\b[^<>]*>|">/;

/** A text for people that stands outside of the catalogue, as `path:line: why`. */
export function findLooseTexts(file: SourceFile): readonly string[] {
  if (!maybe.test(file.text)) return [];
  const tree = parse(file);
  return [...nodesOf(tree)].flatMap((node) => {
    const why = whyLoose(node);
    return why === undefined ? [] : [`${file.path}:${lineOf(tree, node.getStart(tree))}: ${why}`];
  });
}

function whyLoose(node: ts.Node): string | undefined {
  if (ts.isObjectLiteralExpression(node) && isInTwoLanguages(node))
    return "a text in two languages";
  if (isSaid(node)) return "a message";
  if (!isText(node)) return undefined;
  if (french.test(node.text)) return "a text in French";
  return shown.test(node.text) ? "a text on a page" : undefined;
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  );
}

/** `{ fr: "…", en: "…" }`, or functions or lists of texts in their place. */
function isInTwoLanguages({ properties }: ts.ObjectLiteralExpression): boolean {
  const languages = properties.filter(
    (each) =>
      ts.isPropertyAssignment(each) &&
      /^["']?(?:fr|en)["']?$/.test(each.name.getText()) &&
      !ts.isIdentifier(each.initializer) &&
      /["'`]/.test(each.initializer.getText()),
  );
  return languages.length > 1;
}

/** `message: "…"`, in an answer to a person. */
function isSaid(node: ts.Node): boolean {
  return (
    ts.isPropertyAssignment(node) &&
    node.name.getText() === "message" &&
    (ts.isStringLiteralLike(node.initializer) || ts.isTemplateExpression(node.initializer))
  );
}
