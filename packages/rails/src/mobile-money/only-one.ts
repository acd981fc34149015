/** Of a list that was asked for one of ours: two of it, or a list that did not look for it, say nothing. */
export function onlyOneOf<Resource>(
  resources: readonly Resource[],
  isOurs: (resource: Resource) => boolean,
): Resource | "not-found" | "unclear" {
  const [first, ...others] = resources.filter(isOurs);
  if (first === undefined) return resources.length === 0 ? "not-found" : "unclear";
  return others.length === 0 ? first : "unclear";
}
