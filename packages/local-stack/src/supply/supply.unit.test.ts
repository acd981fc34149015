import { describe, expect, it } from "vitest";
import { Bom, purlOf } from "./bom.ts";
import { describeImage, type Image } from "./describe-image.ts";
import { describeLock } from "./describe-lock.ts";
import { findIdle, findUnallowed } from "./judge-licences.ts";
import type { Exception } from "./licences.ts";

const at = new Date("2026-11-23T12:00:00Z");
const root = {
  type: "application",
  "bom-ref": "pkg:npm/sanu@0.1.0",
  name: "sanu",
  version: "0.1.0",
};
const pg = purlOf("pg", "8.0.0");
const split = purlOf("split2", "4.0.0");
const tool = purlOf("@a/tool", "1.0.0");

function bomOf(serialNumber: string, ...components: readonly object[]): Bom {
  const dependencies = [{ ref: tool }, { ref: pg, dependsOn: [split, tool] }, { ref: split }];
  const metadata = { timestamp: serialNumber, component: root };
  return Bom.parse({ serialNumber, metadata, components, dependencies });
}

function library(ref: string, licence?: string): object {
  const [, group, name, version] = /^pkg:npm\/(?:%40(.+)\/)?(.+)@(.+)$/.exec(ref) ?? [];
  const licenses = licence === undefined ? {} : { licenses: [{ license: { id: licence } }] };
  const scope = group === undefined ? {} : { group: `@${group}` };
  return {
    type: "library",
    "bom-ref": ref,
    name,
    version,
    scope: "excluded",
    ...scope,
    ...licenses,
  };
}

describe("the bill of the lock file", () => {
  it("names what is installed with its licence and what is for other machines without", () => {
    const locked = bomOf("a", library(tool), library(pg));
    const bom = describeLock(locked, bomOf("b", library(pg, "MIT")), at);

    expect(bom.components).toEqual([library(tool), library(pg, "MIT")]);
  });

  it("is the same bytes whatever order pnpm lists in", () => {
    const [one, other] = [library(tool), library(pg)];
    const first = describeLock(bomOf("a", one, other), bomOf("a"), at);
    const again = describeLock(bomOf("b", other, one), bomOf("b"), at);

    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(first.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-/,
    );
    expect(describeLock(bomOf("a", one), bomOf("a"), at).serialNumber).not.toBe(first.serialNumber);
  });
});

describe("the bill of the image", () => {
  const locked = bomOf("a", library(tool), library(pg), library(split));
  const program = { name: "@sanu/payments", version: "0.1.0", sha256: "ab", packages: [pg] };
  const image: Image = { base: "node:24-slim", programs: [program], packages: [split] };

  it("names the base, each program by its hash, and what is in or beside it, and no more", () => {
    const { components, dependencies } = describeImage(locked, image, at);

    expect(components.map((each) => each["bom-ref"])).toEqual([
      "pkg:docker/node@24-slim",
      pg,
      split,
      "program:@sanu/payments@0.1.0",
    ]);
    expect(components.at(-1)).toMatchObject({ hashes: [{ alg: "SHA-256", content: "ab" }] });
    expect(dependencies).toContainEqual({ ref: pg, dependsOn: [split] });
    expect(dependencies).toContainEqual({ ref: "program:@sanu/payments@0.1.0", dependsOn: [pg] });
  });

  it("names a base that is known by its digest by that", () => {
    const { components } = describeImage(locked, { ...image, base: "node:24-slim@sha256:cd" }, at);

    expect(components[0]).toMatchObject({ purl: "pkg:docker/node@sha256:cd?tag=24-slim" });
  });

  it("refuses a package that no lock file names", () => {
    const strange = { ...image, packages: [purlOf("strange", "1.0.0")] };

    expect(() => describeImage(locked, strange, at)).toThrow("strange@1.0.0");
  });
});

describe("licences", () => {
  const excepted = { licences: ["GPL-3.0-only"], mayShip: false, reason: "a tool" };
  const exceptions: Record<string, Exception> = { "@a/tool": excepted };
  const judge = (bom: Bom, ships = false): readonly string[] =>
    findUnallowed({ bom, isRead: (ref) => ref !== split, ships, exceptions });

  it("are found where nobody allowed them, or where none is named", () => {
    expect(judge(bomOf("a", library(pg, "MIT"), library(split)))).toEqual([]);
    expect(judge(bomOf("a", library(pg, "SSPL-1.0")))).toEqual(["pg@8.0.0: SSPL-1.0"]);
    expect(judge(bomOf("a", library(pg)))).toEqual(["pg@8.0.0: no licence named"]);
  });

  it("are allowed to one package for a reason, as long as they are the ones that were looked at", () => {
    expect(judge(bomOf("a", library(tool, "GPL-3.0-only")))).toEqual([]);
    expect(judge(bomOf("a", library(tool, "AGPL-3.0-only")))).toHaveLength(1);
  });

  it("of a tool are not allowed to the image", () => {
    expect(judge(bomOf("a", library(tool, "GPL-3.0-only")), true)).toHaveLength(1);
  });

  it("have no exception for a package that is gone", () => {
    expect(findIdle(bomOf("a", library(pg)), exceptions)).toEqual(["@a/tool"]);
  });
});
