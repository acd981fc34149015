/** The SPDX expressions under which a package may be part of Sanu: none of them asks anything of our own code. */
export const allowedLicences: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
  "MIT OR Apache-2.0",
  "(MIT OR Apache-2.0)",
];

export interface Exception {
  /** As the package names them; none where it names none. */
  readonly licences: readonly string[];
  /** Whether the image may hold it. */
  readonly mayShip: boolean;
  readonly reason: string;
}

const testContainers = {
  licences: [],
  mayShip: false,
  reason: "MIT by its LICENSE file and by `licenses`, an old field; part of testcontainers",
};
const emmett = {
  licences: [],
  mayShip: false,
  reason:
    "names no licence and has no file of one; test/bench measures ours against it, and nothing else uses it",
};
const argparse = {
  licences: ["Python-2.0"],
  mayShip: false,
  reason:
    "asks for its notice alone; part of js-yaml, which the parser of AsyncAPI needs in a test",
};
const typeFest = {
  licences: ["(MIT OR CC0-1.0)"],
  mayShip: false,
  reason: "types alone, under MIT; part of what openapi-typescript reads JSON with",
};
const lightningcss = {
  licences: ["MPL-2.0"],
  mayShip: false,
  reason: "asks for its own files alone; part of vitest",
};

/** Packages under other terms, by name: who takes one says why, and where it may go. */
export const exceptions: Readonly<Record<string, Exception>> = {
  "@event-driven-io/dumbo": emmett,
  "@event-driven-io/emmett": emmett,
  "@event-driven-io/emmett-postgresql": emmett,
  "@event-driven-io/pongo": emmett,
  argparse,
  buildcheck: testContainers,
  "cpu-features": testContainers,
  lightningcss,
  "lightningcss-linux-arm64-gnu": lightningcss,
  "lightningcss-linux-x64-gnu": lightningcss,
  ssh2: testContainers,
  "type-fest": typeFest,
};
