import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { longest } from "../longest-first.ts";
import { readPackageJson } from "./dependencies/declared.ts";
import { listFiles, readText, root } from "./tree/repository.ts";

const TsConfig = z.object({
  extends: z.string().optional(),
  compilerOptions: z.record(z.string(), z.unknown()).default({}),
  references: z.array(z.object({ path: z.string() })).default([]),
});

const paths = listFiles();
const packages = paths
  .filter((path) => /^(?:packages|services)\/[^/]+\/package\.json$/.test(path))
  .map((path) => path.replace("/package.json", ""));
const folderOf = new Map(packages.map((folder) => [readPackageJson(root, folder).name, folder]));

/** The packages that a tsconfig refers to, as folders from the root. */
function referencesOf(path: string): readonly string[] {
  const { references } = TsConfig.parse(JSON.parse(readText(path)));
  return references.map((each) => each.path.replace(/^(?:\.\.\/)+/, "")).toSorted();
}

/** The workspace packages among dependencies, as folders from the root. */
function workspaceFolders(dependencies: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(dependencies)
    .flatMap((name) => folderOf.get(name) ?? [])
    .toSorted();
}

describe("the workspace", () => {
  it("is the packages and services of the design", () => {
    expect(packages).toHaveLength(16);
    expect(folderOf.get("@sanu/kernel")).toBe("packages/kernel");
  });

  it.each(packages)(
    "refers in the tsconfig of %s to what its package.json depends on",
    (folder) => {
      const { dependencies } = readPackageJson(root, folder);

      expect(referencesOf(`${folder}/tsconfig.json`)).toEqual(workspaceFolders(dependencies));
    },
  );

  it("builds every package", () => {
    expect(referencesOf("test/tsconfig.build.json")).toEqual(packages.toSorted());
    expect(referencesOf("test/tsconfig.tests.json")).toEqual(packages.toSorted());
  });

  it("takes every version from the catalog, where each is exact", () => {
    const loose = [...packages, "test", "."].flatMap((folder) => {
      const { dependencies, devDependencies, optionalDependencies } = readPackageJson(root, folder);
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, version]) => !/^(?:catalog:|workspace:\*|\d+\.\d+\.\d+)$/.test(version))
        .map(([name, version]) => `${folder}: ${name} ${version}`);
    });
    const catalog = /^catalog:\n((?: {2}.+\n)+)/m.exec(readText("pnpm-workspace.yaml"))?.[1] ?? "";
    const versions = catalog
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/^.*: (?:npm:[\w-]+@)?/, ""));

    expect(loose).toEqual([]);
    expect(versions.length).toBeGreaterThan(30);
    expect(versions.filter((each) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(each))).toEqual([]);
  });

  it("installs no release that its authors may still withdraw, without an exception", () => {
    const settings = parse(readText("pnpm-workspace.yaml")) as Record<string, unknown>;

    expect(settings["minimumReleaseAge"]).toBeGreaterThanOrEqual(3 * 24 * 60);
    expect(Object.keys(settings).filter((name) => /^minimumReleaseAge./.test(name))).toEqual([]);
  });

  it.each(packages)("keeps %s as strict as the rest", (folder) => {
    const config = TsConfig.parse(JSON.parse(readText(`${folder}/tsconfig.json`)));

    expect(config.extends).toBe("../../tsconfig.base.json");
    expect(Object.keys(config.compilerOptions).toSorted()).toEqual(["outDir", "rootDir"]);
  });

  it("has at its top level what the design names, and dot-files", () => {
    const top = new Set(paths.map((path) => path.split("/")[0] ?? ""));
    const named = ["package.json", "pnpm-workspace.yaml", "tsconfig.base.json", "README.md"].concat(
      ["CHANGELOG.md", "services", "packages", "deploy", "test", "docs"],
      ["docker-compose.yml", "pnpm-lock.yaml"],
    );

    expect([...top].filter((name) => !name.startsWith(".") && !named.includes(name))).toEqual([]);
  });
});

describe("the order of the tests", () => {
  it.each(longest)("begins early with %s, which is there", (name) => {
    const files = paths.filter((path) => path.endsWith(".test.ts") && path.includes(`/${name}.`));
    expect(files).toHaveLength(1);
  });
});
