import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { declaredIn } from "./dependencies/declared.ts";
import { findCircles } from "./dependencies/find-circles.ts";
import { findViolations } from "./dependencies/find-violations.ts";
import { type Graph, readGraph } from "./dependencies/graph.ts";
import { findUpwardArrows } from "./dependencies/rooms.ts";
import { table } from "./dependencies/table.ts";
import { readSources, root } from "./tree/repository.ts";
import { aggregateFolders, zoneOf } from "./tree/zones.ts";

describe("the dependency rule", () => {
  let graph: Graph;

  beforeAll(async () => {
    graph = await readGraph(root);
  });

  it("sees every module of the tree", () => {
    const onDisk = readSources()
      .map(({ path }) => path)
      .filter((path) => path.endsWith(".ts"));

    expect(graph.modules.length).toBeGreaterThan(100);
    expect(onDisk.filter((path) => !graph.modules.includes(path))).toEqual([]);
  });

  it("sees through the doors of packages", () => {
    const targets = graph.imports.filter(({ specifier }) => specifier === "@sanu/kernel");

    expect(targets.length).toBeGreaterThan(10);
    expect(new Set(targets.map(({ to }) => to))).toEqual(new Set(["packages/kernel/src/index.ts"]));
  });

  it("has a zone for every source file", () => {
    const aggregates = aggregateFolders(graph.modules);

    expect(graph.modules.filter((path) => zoneOf(path, aggregates) === undefined)).toEqual([]);
  });

  it("has no circle, not even one of types", () => {
    expect(findCircles(graph)).toEqual([]);
  });

  it("is broken by no import", () => {
    expect(findViolations(graph, declaredIn(root))).toEqual([]);
  });

  it("lets no arrow between the rooms of a service point upwards", () => {
    expect(findUpwardArrows(graph)).toEqual([]);
  });
});

describe("a planted arrow between rooms", () => {
  const src = "services/identity/src";
  const seen = (from: string, to: string) =>
    findUpwardArrows({ modules: [from, to], imports: [{ from, to, specifier: "" }] });

  it("is found where it points upwards, and nowhere else", () => {
    const [mail, kyc] = [`${src}/mail/a.ts`, `${src}/kyc/b.ts`];
    expect(seen(mail, kyc)).toEqual([`${mail} → ${kyc}: mail is below kyc`]);
    expect(seen(kyc, mail)).toEqual([]);
    expect(seen(`${src}/mail/a.unit.test.ts`, kyc)).toEqual([]);
    expect(seen(`${src}/compose.ts`, kyc)).toEqual([]);
    expect(seen("packages/platform/src/a/a.ts", "packages/platform/src/b/b.ts")).toEqual([]);
  });

  it("is found where its room is new", () => {
    expect(seen(`${src}/attic/a.ts`, `${src}/mail/b.ts`)).toEqual([
      `${src}/attic/a.ts: its room is in no list`,
      `${src}/attic/a.ts → ${src}/mail/b.ts: attic is below mail`,
    ]);
  });
});

/** One broken arrow for every row of the table and every rule beside it. */
const planted: Readonly<Record<string, string>> = {
  "packages/kernel/src/a.ts": "zod",
  "packages/attempts/src/a.ts": "@sanu/rails",
  "packages/contracts/src/a.ts": "pg",
  "packages/platform/src/a.ts": "undici",
  "packages/rails/src/a.ts": "@sanu/contracts",
  "packages/rails/src/mobile-money/one/client.ts": "../two/client.ts",
  "packages/rails/src/mobile-money/two/client.ts": "node:net",
  "packages/client/src/a.ts": "@sanu/kernel",
  "packages/client/src/b.ts": "node:crypto",
  "packages/client/src/c.ts": "zod",
  "packages/sandbox/src/a.ts": "@sanu/rails",
  "packages/local-stack/src/a.ts": "@sanu/payments",
  "packages/cli/src/a.ts": "@sanu/sandbox",
  "packages/demo/src/a.ts": "@sanu/rails",
  "packages/testing/src/a.ts": "left-pad",
  "packages/testing/src/b.ts": "../../kernel/src/a.ts",
  "services/payments/src/payment/decide.ts": "node:crypto",
  "services/payments/src/payment/state.ts": "@sanu/platform",
  "services/payments/src/payment/evolve.ts": "../publish.ts",
  "services/payments/src/payment/commands.ts": "./movement.ts",
  "services/payments/src/payment/movement.ts": "../compose.ts",
  "services/payments/src/handlers/a.ts": "../reactions/a.ts",
  "services/payments/src/reactions/a.ts": "pg",
  "services/payments/src/projections/list/a.ts": "../../handlers/a.ts",
  "services/payments/src/database/a.ts": "@sanu/rails",
  "services/payments/src/publish.ts": "./compose.ts",
  "services/payments/src/compose.ts": "@sanu/payouts",
  "services/payments/src/main.ts": "./handlers/a.ts",
  "services/payments/src/index.ts": "./main.ts",
  "services/payments/src/mail/a.ts": "../compose.ts",
  "services/payments/src/mail/b.ts": "./b.unit.test.ts",
  "services/payments/src/mail/b.unit.test.ts": "@sanu/payouts",
  "services/gateway-api/src/routes/a.ts": "@sanu/payments",
  "services/gateway-api/src/plugins/a.ts": "../routes/a.ts",
  "services/gateway-api/src/clients/a.ts": "../routes/a.ts",
  "test/a.ts": "left-pad",
};
/** What stands in the same tree and is fine. */
const harmless: Readonly<Record<string, string>> = {
  "packages/kernel/src/b.ts": "./a.ts",
  "services/payments/src/payment/events.ts": "@sanu/contracts",
  "services/payments/src/payment/deps.ts": "@sanu/rails",
  "services/payments/src/payment/report.ts": "./events.ts",
  "services/payments/src/payment/capture/movement.ts": "../events.ts",
  "services/payments/src/handlers/b.ts": "../payment/decide.ts",
  "packages/platform/src/b.ts": "node:http",
};
const everyDependency = ["zod", "pg", "undici"]
  .concat(
    ["kernel", "attempts", "contracts", "platform", "rails", "sandbox"].map(
      (name) => `@sanu/${name}`,
    ),
  )
  .concat(["payments", "payouts"].map((name) => `@sanu/${name}`));

describe("a planted violation", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sanu-rules-"));
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    for (const [path, specifier] of Object.entries({ ...planted, ...harmless })) {
      write(path, `import type {} from "${specifier}";\nexport {};\n`);
      const [top = "", name = ""] = path.split("/");
      write(
        join(top === "test" ? top : join(top, name), "package.json"),
        JSON.stringify({
          name,
          dependencies: Object.fromEntries(everyDependency.map((each) => [each, "*"])),
        }),
      );
    }
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it("is found for every row of the table, and nothing else is", async () => {
    const graph = await readGraph(folder);
    const found = findViolations(graph, declaredIn(folder)).map((each) =>
      each.replace(/ → .*$/, ""),
    );

    const expected = Object.keys(planted).filter((path) => !path.endsWith("two/client.ts"));
    expect(graph.modules).toHaveLength(Object.keys({ ...planted, ...harmless }).length);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it("is found for a circle, of types alone, through another module or of one with itself", () => {
    const arrow = (from: string, to: string) => ({ from, specifier: `./${to}`, to });
    const imports = ["ab", "bc", "ca", "cd", "de", "ee", "fd"].map(([from = "", to = ""]) =>
      arrow(from, to),
    );

    const modules = ["a", "b", "c", "d", "e", "f"];

    expect(findCircles({ modules, imports })).toEqual([["e"], ["a", "b", "c"]]);
  });

  it("is planted in every zone", () => {
    const paths = Object.keys(planted);
    const zones = new Set(paths.map((path) => zoneOf(path, aggregateFolders(paths))));

    expect(Object.keys(table).filter((zone) => !zones.has(zone as never))).toEqual([]);
  });
});
