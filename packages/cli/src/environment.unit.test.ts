import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseUrlOf, loadLocalSystem, namespaceOf, natsUrlOf } from "./environment.ts";

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

describe("a setting that cannot be meant", () => {
  it.each(["foo bar", "nats://", "nats://127.0.0.1:99999", ","])(
    "is NATS_URL, and named, where it is %j",
    (url) => {
      expect(() => natsUrlOf({ NATS_URL: url })).toThrow(
        "NATS_URL must be an address of NATS, like nats://127.0.0.1:4222",
      );
    },
  );

  it.each(["127.0.0.1:4222", "tls://nats.example.org:4222", "nats://[::1]:4222,nats://b"])(
    "is not NATS_URL where it is %j",
    (url) => expect(natsUrlOf({ NATS_URL: url })).toBe(url),
  );

  it("is NATS_NAMESPACE, and named", () => {
    expect(namespaceOf({})).toBe("");
    expect(namespaceOf({ NATS_NAMESPACE: "blue2" })).toBe("blue2");
    expect(() => namespaceOf({ NATS_NAMESPACE: "Blue 2" })).toThrow(
      "NATS_NAMESPACE must be lower-case letters and digits, at most 32",
    );
  });
});
