import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What settings are called, as the READMEs of the services and the guides of the providers list them. */
export function knownNames(clone: string): ReadonlySet<string> {
  const services = join(clone, "services");
  const guides = join(clone, "docs", "providers");
  const pages = [
    ...readdirSync(services).map((name) => join(services, name, "README.md")),
    ...readdirSync(guides).map((name) => join(guides, name)),
  ].filter((page) => existsSync(page));
  return new Set(pages.flatMap((page) => namesIn(readFileSync(page, "utf8"))));
}

/** Those of the first cells of tables, `NAME` or `NAME=value`. */
export function namesIn(page: string): readonly string[] {
  const firstCells = page.split("\n").flatMap((line) => /^\| ([^|]*)\|/.exec(line)?.[1] ?? []);
  return firstCells.flatMap((cell) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(
      ([, name = ""]) => name,
    ),
  );
}

/** Several nodes of a kind have names: `LND_ONE_URL` is a setting where `LND_URL` is one. */
export function isKnown(name: string, known: ReadonlySet<string>): boolean {
  if (known.has(name)) return true;
  const [kind = "", ...rest] = name.split("_");
  return rest.some((_, at) => at > 0 && known.has([kind, ...rest.slice(at)].join("_")));
}

/** What somebody may have meant; undefined where nothing is near. */
export function nearestName(name: string, known: ReadonlySet<string>): string | undefined {
  const near = [...known]
    .map((one) => ({ one, steps: stepsBetween(name, one) }))
    .filter(({ steps, one }) => steps <= Math.ceil(one.length / 4))
    .toSorted((left, right) => left.steps - right.steps);
  return near[0]?.one;
}

/** Letters added, left out or changed (Levenshtein). */
function stepsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of from.split("").entries()) {
    const next = [at + 1];
    for (const [index, other] of to.split("").entries()) {
      const changed = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
