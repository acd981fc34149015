import type { RequestDefinition } from "@sanu/contracts";
import type { SourceFile } from "../tree/repository.ts";

const staffAccesses: readonly string[] = ["staff", "admins"];

/** A route, or what several routes are defined by. */
interface RouteFile extends SourceFile {
  readonly accesses: readonly string[];
  readonly imports: readonly string[];
}

/**
 * Requests that only routes of the staff send and that no proof guards, staff's requests that other routes send, and
 * files in which one cannot be told from the other.
 */
export function findUnproven(
  files: readonly SourceFile[],
  definitionsOf: (name: string) => readonly RequestDefinition[],
): readonly string[] {
  const known = new Map(files.filter(isOfRoutes).map((file) => [file.path, routeFileOf(file)]));
  const reached = (path: string, seen = new Set<string>()): readonly RouteFile[] => {
    const file = known.get(path);
    if (file === undefined || seen.has(path)) return [];
    seen.add(path);
    return [file, ...file.imports.flatMap((next) => reached(next, seen))];
  };
  const routes = [...known.keys()]
    .map((path) => ({
      path,
      accesses: reached(path).flatMap(({ accesses }) => accesses),
      sent: reached(path).flatMap(({ text }) => namesFromContracts(text).flatMap(definitionsOf)),
    }))
    .filter(({ accesses }) => accesses.length > 0);
  const mixed = routes.filter(({ accesses }) => new Set(accesses.map(isOfStaff)).size > 1);
  const open = routes.filter(({ accesses }) => !accesses.every(isOfStaff));
  const sentOpenly = new Set(open.flatMap(({ sent }) => sent));
  return [
    ...mixed.map(({ path }) => `${path}: routes of the staff have files of their own`),
    ...routes
      .filter(({ accesses }) => accesses.every(isOfStaff))
      .flatMap(({ path, sent }) =>
        sent
          .filter((one) => one.staff === undefined && !sentOpenly.has(one))
          .map(
            ({ name }) => `${path}: ${name} has no \`staff\`, so a gateway can send it unproven`,
          ),
      ),
    ...open.flatMap(({ path, sent }) =>
      sent
        .filter(({ staff }) => staff !== undefined)
        .map(({ name }) => `${path}: ${name} is the staff's, and others may use this route`),
    ),
  ];
}

const isOfStaff = (access: string) => staffAccesses.includes(access);
/** What all routes are made by, and the list of them all, say nothing about one. */
const isOfRoutes = ({ path }: SourceFile) =>
  !/\/routes\/(?:define-route|app|route-table)\.ts$/.test(path);

function routeFileOf(file: SourceFile): RouteFile {
  const said = [...file.text.matchAll(/\baccess: "(\w+)"/g)].map(([, access = ""]) => access);
  const accesses = file.text.includes("definePage(") ? [...said, "everybody"] : said;
  const imports = [...file.text.matchAll(/from "(\.[^"]+\.ts)"/g)].map(([, to = ""]) =>
    resolved(file.path, to),
  );
  return { ...file, accesses, imports };
}

function resolved(from: string, to: string): string {
  return new URL(to, `file:///${from}`).pathname.slice(1);
}

function namesFromContracts(text: string): readonly string[] {
  const [, names = ""] = /import \{([^}]*)\} from "@sanu\/contracts"/.exec(text) ?? [];
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
}
