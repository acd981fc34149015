import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseUrlOf, loadLocalSystem } from "./environment.ts";

describe("the environment of an operator", () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sanu-operator-"));
    file = join(folder, "operator.env");
    vi.stubEnv("PAYOUTS_DATABASE_URL", undefined);
    writeFileSync(file, "PAYOUTS_DATABASE_URL='postgres://u:p%20w@127.0.0.1:1/payouts'\n");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it("is that of the system of the clone where the operator names none", () => {
    const said: string[] = [];
    loadLocalSystem({}, file, (line) => said.push(line));
    expect(databaseUrlOf("payouts", process.env)).toBe("postgres://u:p%20w@127.0.0.1:1/payouts");
    expect(said).toEqual([`sanu: this is about the system of ${file}\n`]);
  });

  it("is never mixed with another system", () => {
    loadLocalSystem({ IDENTITY_DATABASE_URL: "postgres://elsewhere" }, file);
    loadLocalSystem({ NATS_URL: "nats://elsewhere" }, file);
    expect(() => databaseUrlOf("payouts", process.env)).toThrow(
      "PAYOUTS_DATABASE_URL is not set, and no system of this clone runs (npm start)",
    );
  });

  it("says what is missing where no system runs", () => {
    loadLocalSystem({}, join(folder, "nothing"));
    expect(() => databaseUrlOf("payouts", {})).toThrow("PAYOUTS_DATABASE_URL is not set");
  });
});
