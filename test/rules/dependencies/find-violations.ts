import { dirname } from "node:path";
import { aggregateFolders, packageOf, type Zone, zoneOf } from "../tree/zones.ts";
import type { Graph, Import } from "./graph.ts";
import { type Permission, table } from "./table.ts";

/** The names of the npm packages and workspace packages that a package.json declares. */
export type Declared = (packagePath: string) => ReadonlySet<string>;

/** Every arrow that the dependency rule does not allow, as `from → to: why`. */
export function findViolations(graph: Graph, declared: Declared): readonly string[] {
  const aggregates = aggregateFolders(graph.modules);
  const providers = providerFolders(graph.modules);
  return graph.imports.flatMap((each) => {
    const zone = zoneOf(each.from, aggregates);
    if (zone === undefined) return [];
    const why = isRelative(each)
      ? whyNotOwn(each, { zone, aggregates, providers })
      : whyNotOutside(each, table[zone], declared);
    return why === undefined ? [] : [`${each.from} → ${each.to ?? each.specifier}: ${why}`];
  });
}

function isRelative({ specifier }: Import): boolean {
  return specifier.startsWith(".");
}

interface Place {
  readonly zone: Zone;
  readonly aggregates: ReadonlySet<string>;
  readonly providers: readonly string[];
}

function whyNotOwn({ from, to, specifier }: Import, place: Place): string | undefined {
  if (to === undefined) {
    // Data files are not modules; a missing module is a mistake.
    return /\.(json|html|css|mjs)$/.test(specifier) ? undefined : "leads nowhere";
  }
  if (packageOf(from) !== packageOf(to)) return "crosses into another package by path";
  const { zone, aggregates, providers } = place;
  const target = zoneOf(to, aggregates);
  if (zone === "aggregate") {
    if (dirname(from) !== dirname(to)) return "an aggregate knows only its own folder";
    return target === "aggregate" ? undefined : "an aggregate does not know who carries it out";
  }
  const [mine, theirs] = [providerOf(from, providers), providerOf(to, providers)];
  if (mine !== undefined && theirs !== undefined && mine !== theirs) {
    return "one provider never imports another";
  }
  if (target === undefined || target === zone || table[zone].own.includes(target)) return undefined;
  if (zone === "test-file" || target === "test-file") {
    return isTestFile(from) ? undefined : "only tests import tests";
  }
  return `${zone} may not import ${target}`;
}

function isTestFile(path: string): boolean {
  return /\.(test|fixture)\.ts$/.test(path);
}

function whyNotOutside(
  { from, specifier }: Import,
  allowed: Permission,
  declared: Declared,
): string | undefined {
  if (specifier.startsWith("node:")) {
    return allowed.builtins === "all" || allowed.builtins.includes(specifier)
      ? undefined
      : "this part of the tree knows no machine";
  }
  const name = packageName(specifier);
  if (!declared(packageOf(from)).has(name)) return "not declared in package.json";
  if (name.startsWith("@sanu/")) {
    return allowed.packages.includes(name.slice("@sanu/".length))
      ? undefined
      : "the arrow points the wrong way";
  }
  const { npm } = allowed;
  const fits = npm === "declared" || npm.some((each) => matches(name, each));
  return fits ? undefined : "this library has no place here";
}

function packageName(specifier: string): string {
  const [first = "", second = ""] = specifier.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

function matches(name: string, allowed: string): boolean {
  return allowed.endsWith("/") ? name.startsWith(allowed) : name === allowed;
}

/** A provider's folder in rails is one with a client. */
function providerFolders(modules: readonly string[]): readonly string[] {
  return modules
    .filter((path) => /^packages\/rails\/src\/[^/]+\/[^/]+\/client\.ts$/.test(path))
    .map((path) => dirname(path));
}

function providerOf(path: string, providers: readonly string[]): string | undefined {
  return providers.find((folder) => path.startsWith(`${folder}/`));
}
