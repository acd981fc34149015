import type { SyntaxNodeRef } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";

/** One choice of series: `name{label="value"}`. */
export interface Selector {
  readonly name: string;
  readonly matchers: readonly Matcher[];
}

interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

export interface Expression {
  /** Where the text is no PromQL. */
  readonly isBroken: boolean;
  readonly selectors: readonly Selector[];
  /** After `by`, `on`, `ignoring` and the like. */
  readonly groupedBy: readonly string[];
}

/** Reads PromQL with the grammar of Prometheus' own editor. Boards' variables for time count as five minutes. */
export function readExpression(written: string): Expression {
  const text = written.replaceAll(/\$__(?:rate_interval|range|interval)/g, "5m");
  const at = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  const selectors: { name: string; matchers: Matcher[] }[] = [];
  const groupedBy: string[] = [];
  let isBroken = false;
  const enter = (node: SyntaxNodeRef): void => {
    if (node.type.isError) isBroken = true;
    const parent = node.node.parent?.name;
    if (node.name === "VectorSelector") {
      const name = node.node.getChild("Identifier");
      selectors.push({ name: name === null ? "" : at(name), matchers: [] });
    }
    if (node.name === "LabelName" && parent === "GroupingLabels") groupedBy.push(at(node));
    if (node.name === "UnquotedLabelMatcher") {
      const part = (name: string) => {
        const child = node.node.getChild(name);
        return child === null ? "" : at(child);
      };
      const value = part("StringLiteral").slice(1, -1);
      selectors
        .at(-1)
        ?.matchers.push({ label: part("LabelName"), operator: part("MatchOp"), value });
    }
  };
  parser.parse(text).iterate({ enter });
  return { isBroken, selectors, groupedBy };
}
