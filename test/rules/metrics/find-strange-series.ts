import { type Expression, readExpression, type Selector } from "./read-expression.ts";
import { serverSeries } from "./server-series.ts";

export type KnownSeries = ReadonlyMap<string, ReadonlySet<string>>;

/** True whatever is measured. */
const always = "vector(1)";

/** Series and labels that an expression names and nothing has, and what is no PromQL at all. */
export function findStrangeSeries(written: string, known: KnownSeries): readonly string[] {
  if (written === always) return [];
  const expression = readExpression(written);
  if (expression.isBroken || expression.selectors.length === 0) return [`no PromQL: ${written}`];
  const labelsOf = (name: string) => known.get(name) ?? serverLabels(name);
  const strange = expression.selectors.flatMap(({ name, matchers }) => {
    const labels = labelsOf(name);
    if (labels === undefined) return [name];
    return matchers.flatMap(({ label }) => (labels.has(label) ? [] : [`${name}{${label}}`]));
  });
  return [...strange, ...strangeGroups(expression, labelsOf)];
}

function serverLabels(name: string): ReadonlySet<string> | undefined {
  const labels = serverSeries[name];
  return labels && new Set([...labels, "job", "instance"]);
}

/** A group by a label that none of the series has makes one group of all. */
function strangeGroups(
  { selectors, groupedBy }: Expression,
  labelsOf: (name: string) => ReadonlySet<string> | undefined,
): readonly string[] {
  const isKnown = (label: string) =>
    selectors.some(({ name }: Selector) => labelsOf(name)?.has(label) === true);
  return groupedBy.filter((label) => !isKnown(label)).map((label) => `by (${label})`);
}
