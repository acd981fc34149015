import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildIdentity } from "./build-identity.ts";

it("is the same for the same program, and another one for any other", () => {
  const folder = mkdtempSync(join(tmpdir(), "sanu-build-"));
  try {
    const program = join(folder, "main.js");
    writeFileSync(program, "fold(1)");
    const before = buildIdentity(program);
    expect(buildIdentity(program)).toBe(before);
    writeFileSync(program, "fold(2)");
    expect(buildIdentity(program)).not.toBe(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("is of all sources where a clone runs them", () => {
  const here = buildIdentity(join(import.meta.dirname, "main.ts"));
  expect(buildIdentity(join(import.meta.dirname, "main.ts"))).toBe(here);
});
