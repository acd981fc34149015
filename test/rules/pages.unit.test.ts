import { describe, expect, it } from "vitest";
import { z } from "zod";
import { listOwnLabels } from "./metrics/list-series.ts";
import { listFiles, readText } from "./tree/repository.ts";

/** What happened once is told as it was. */
const pages = listFiles()
  .filter((path) => path.endsWith(".md") && path !== "CHANGELOG.md")
  .map((path) => ({ path, text: readText(path) }));

function saidIn(pattern: RegExp): readonly { readonly path: string; readonly found: string[] }[] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((found) => ({ path, found: [...found] })),
  );
}

const Api = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ parameters: z.array(z.object({ name: z.string() })).default([]) }),
    ),
  ),
});
const withoutNames = (path: string) => path.replaceAll(/\{[^}]*\}|\b[A-Z]+(?=\/|$)/g, "{}");
const operations = new Map(
  Object.entries(Api.parse(JSON.parse(readText("docs/openapi.json"))).paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { parameters }]) => [
        `${method.toUpperCase()} ${withoutNames(path)}`,
        new Set(parameters.map(({ name }) => name)),
      ]),
  ),
);

describe("what pages name", () => {
  it("of the API are operations and parameters that it has", () => {
    const said = saidIn(
      /\b((?:GET|POST|PUT|PATCH|DELETE) \/api\/v1\/[\w/{}-]*[\w}])(?:\?([\w=&]*))?(?!…|\/…)/g,
    );
    expect(said.length).toBeGreaterThan(50);
    const wrong = said.filter(({ found: [, operation = "", query = ""] }) => {
      const known = operations.get(withoutNames(operation));
      const names = query.split("&").map((each) => each.split("=")[0] ?? "");
      return known === undefined || names.some((name) => name !== "" && !known.has(name));
    });
    expect(wrong.map(({ path, found: [whole] }) => `${path}: ${whole}`)).toEqual([]);
  });

  it("of metrics are series that services have", async () => {
    const series = [...(await listOwnLabels()).keys()];
    const ofDatabases =
      /^sanu_(?:identity|transactions|payments|payouts)(?:_b)?$|^sanu_(?:analyst|key)$/;
    const said = saidIn(/\b(sanu_[a-z_]*[a-z])(_?…)?/g).filter(
      ({ found: [, name = ""] }) => !ofDatabases.test(name),
    );
    expect(said.length).toBeGreaterThan(80);
    const wrong = said.filter(({ found: [, name = "", more] }) => {
      const isIt = (each: string) =>
        more === undefined ? each === name || each === `${name}_count` : each.startsWith(name);
      return !series.some(isIt);
    });
    expect(wrong.map(({ path, found: [whole] }) => `${path}: ${whole}`)).toEqual([]);
  });
});
