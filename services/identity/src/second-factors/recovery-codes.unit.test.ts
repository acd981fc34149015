import { newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { hashOfRecoveryCode, makeRecoveryCodes } from "./recovery-codes.ts";

const accountId = newId<"AccountId">();

describe("recovery codes", () => {
  it("are ten of 80 bits each, without letters that are mistaken for others", () => {
    const codes = makeRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[^ILOU]{4}$/);
  });

  it("are made of nothing: no two are ever the same", () => {
    const all = Array.from({ length: 100 }, makeRecoveryCodes).flat();
    expect(new Set(all).size).toBe(1_000);
  });

  it("are read as people write them down", () => {
    const hash = hashOfRecoveryCode(accountId, "0A1B-2C3D-4E5F-6G7H");
    for (const written of ["0a1b2c3d4e5f6g7h", " OAIB 2C3D 4E5F 6G7H", "oalb-2c3d-4e5f-6g7h"]) {
      expect(hashOfRecoveryCode(accountId, written)).toEqual(hash);
    }
    expect(hashOfRecoveryCode(accountId, "0A1B-2C3D-4E5F-6G7J")).not.toEqual(hash);
    expect(hashOfRecoveryCode(newId<"AccountId">(), "0A1B-2C3D-4E5F-6G7H")).not.toEqual(hash);
  });
});
