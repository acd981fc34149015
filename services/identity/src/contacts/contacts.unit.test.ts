import { describe, expect, it } from "vitest";
import { canonicalEmail } from "./canonical-email.ts";
import { tagFor, tagLimits } from "./tag.ts";

describe("an e-mail address", () => {
  it.each([
    ["Awa.Diallo@Example.ORG", "awa.diallo@example.org"],
    ["  awa@example.org ", "awa@example.org"],
    ["e\u0301le\u0300ve@example.org", "\u00e9l\u00e8ve@example.org"],
  ])("is compared without capitals, spaces and forms of accents: %s", (written, stored) => {
    expect(canonicalEmail(written)).toBe(stored);
    expect(canonicalEmail(stored)).toBe(stored);
  });
});

describe("a tag", () => {
  it.each([
    ["Adjoa Sènan Kpodékon", "adjoasenankpodekon"],
    ["N'Golo 2", "ngolo2"],
    ["A very long name that does not end here", "averylongnamethatdoe"],
  ])("is the plain letters of the name: %s", (name, tag) => {
    expect(tagFor(name, 1)).toBe(tag);
  });

  it("ends in digits when the plain name is taken", () => {
    expect(tagFor("Awa Diallo", 2)).toMatch(/^awadiallo\d{1,4}$/);
    expect(tagFor("Awa Diallo", tagLimits.attemptsMax)).toMatch(/^awadiallo\d{1,8}$/);
  });

  it("exists also for a name without a Latin letter", () => {
    expect(tagFor("ߊߥߊ", 1)).toMatch(/^sanu\d{1,4}$/);
  });
});
