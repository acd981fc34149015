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
function namesIn(page: string): readonly string[] {
  const firstCells = page.split("\n").flatMap((line) => /^\| ([^|]*)\|/.exec(line)?.[1] ?? []);
  return firstCells.flatMap((cell) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(
      ([, name = ""]) => name,
    ),
  );
}
