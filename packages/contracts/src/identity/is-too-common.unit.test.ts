import { describe, expect, it } from "vitest";
import { isTooCommon } from "./is-too-common.ts";

const account = ["awa.diallo@example.org", "Awa Diallo"];

describe("a password", () => {
  it.each(["password", "12345678", "PassWord", "iloveyou", "azertyuiop", "motdepasse", "sanu2026"])(
    "that everybody tries first is too common: %s",
    (password) => expect(isTooCommon(password, account)).toBe(true),
  );

  it.each(["awa.diallo@example.org", "AWA.diallo", "awadiallo", "Awa Diallo"])(
    "that belongs to its own account is too common: %s",
    (password) => expect(isTooCommon(password, account)).toBe(true),
  );

  it.each(["a long enough password", "password of the bakery", "Fatou&Issa-1987", "ééééééé1"])(
    "of another kind is not: %s",
    (password) => expect(isTooCommon(password, account)).toBe(false),
  );
});
