/** The parts of the tree that the dependency rule tells apart. */
export type Zone =
  | "kernel"
  | "attempts"
  | "contracts"
  | "platform"
  | "rails"
  | "client"
  | "sandbox"
  | "local-stack"
  | "cli"
  | "demo"
  | "testing"
  | "test"
  | "test-file"
  | "aggregate"
  | "handlers"
  | "reactions"
  | "projections"
  | "database"
  | "routes"
  | "plugins"
  | "clients"
  | "settings"
  | "compose"
  | "main"
  | "door"
  | "part";

const byName = (...zones: readonly Zone[]): ReadonlyMap<string, Zone> =>
  new Map(zones.map((zone) => [zone, zone]));

const packageZones = byName(
  "kernel",
  "attempts",
  "contracts",
  "platform",
  "rails",
  "client",
  "sandbox",
  "local-stack",
  "cli",
  "demo",
  "testing",
);
const serviceFolders = byName(
  "handlers",
  "reactions",
  "projections",
  "database",
  "routes",
  "plugins",
  "clients",
);
const serviceFiles: Readonly<Record<string, Zone>> = {
  "main.ts": "main",
  "compose.ts": "compose",
  "compose-admins.ts": "compose",
  "compose-cases.ts": "compose",
  "compose-reactions.ts": "compose",
  "compose-parts.ts": "compose",
  "stores.ts": "compose",
  "index.ts": "door",
  "config.ts": "settings",
  "publish.ts": "settings",
  "requests.ts": "settings",
};

/** The workspace package of a path: `services/payments`, `packages/kernel`, `test`. */
export function packageOf(path: string): string {
  const [top = "", name = ""] = path.split("/");
  return top === "test" ? "test" : `${top}/${name}`;
}

/**
 * The files that carry an aggregate out, beside the pure ones: they may know the rails, the platform and the rest of the
 * service. They have the same names in every such folder; a folder below holds another movement of the aggregate.
 */
const workerFiles = new Set([
  "open.ts",
  "deps.ts",
  "movement.ts",
  "report.ts",
  "rail.ts",
  "expiry.ts",
  "publish.ts",
  "request-checks.ts",
]);

/** An aggregate's folder is one that decides. */
export function aggregateFolders(paths: readonly string[]): ReadonlySet<string> {
  return new Set(
    paths
      .filter((path) => /^services\/[^/]+\/src\/[^/]+\/decide\.ts$/.test(path))
      .map((path) => path.slice(0, -"/decide.ts".length)),
  );
}

/** The zone of a code file; `undefined` for a file that no rule covers. */
export function zoneOf(path: string, aggregates: ReadonlySet<string>): Zone | undefined {
  const [top, name = "", source, folder = "", ...rest] = path.split("/");
  if (top === "test") return "test";
  if (source !== "src") return undefined;
  if (/\.(test|fixture)\.ts$/.test(path)) return "test-file";
  if (top === "packages") return packageZones.get(name);
  if (top !== "services") return undefined;
  if (rest.length === 0) return serviceFiles[folder] ?? "part";
  if (aggregates.has([top, name, source, folder].join("/"))) {
    return rest.length > 1 || workerFiles.has(rest[0] ?? "") ? "part" : "aggregate";
  }
  return serviceFolders.get(folder) ?? "part";
}
