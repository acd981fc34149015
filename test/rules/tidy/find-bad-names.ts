import { posix } from "node:path";

const kebab =
  /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:unit\.test|int\.test|e2e\.test|nodes\.test|fixture|config))?$/;
const bannedNames = new Set(["utils", "util", "helpers", "helper", "common", "manager", "service"]);
const migration = /^\d{4}(?:-[a-z][a-z0-9]*)+$/;

/** Code files and folders whose names say nothing, or say it in another case. */
export function findBadNames(paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => /^(packages|services|test)\/.*\.(ts|mjs)$/.test(path))
    .flatMap((path) => {
      const name = posix.basename(path).replace(/\.(ts|mjs)$/, "");
      const folders = posix.dirname(path).split("/");
      if (bannedNames.has(name)) return [`${path}: the name says nothing`];
      // The folder `services` at the top is the list of services; `service` as a layer is what is banned.
      if (folders.some((each) => bannedNames.has(each)))
        return [`${path}: the folder says nothing`];
      if (![name, ...folders].every((each) => kebab.test(each))) return [`${path}: not kebab-case`];
      const isMigration = folders.at(-1) === "migrations" && !/^index$|\.test$/.test(name);
      if (isMigration && !migration.test(name)) return [`${path}: not 0001-what-it-does`];
      return [];
    });
}
