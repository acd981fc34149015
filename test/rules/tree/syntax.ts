import ts from "typescript-classic";
import type { SourceFile } from "./repository.ts";

/** One node of a file's syntax with the line it begins on, counted from 1. */
export interface Place {
  readonly node: ts.Node;
  readonly line: number;
}

const parsed = new WeakMap<SourceFile, ts.SourceFile>();

/** The syntax tree of a code file, made once for all rules. */
export function parse(source: SourceFile): ts.SourceFile {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true);
  parsed.set(source, tree);
  return tree;
}

/** Every node of a tree, depth first. */
export function* nodesOf(root: ts.Node): Generator<ts.Node> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    waiting.push(...children.toReversed());
  }
}

/** The line of a node, counted from 1. */
export function lineOf(file: ts.SourceFile, position: number): number {
  return file.getLineAndCharacterOfPosition(position).line + 1;
}

/** Lines from the first to the last character of a node, without the comments before it. */
export function lineCount(file: ts.SourceFile, node: ts.Node): number {
  return lineOf(file, node.getEnd()) - lineOf(file, node.getStart(file)) + 1;
}

export { ts };
