import { type AccountId, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { activationMail } from "./activation-mail.ts";
import { mailLimits } from "./mail-limits.ts";
import { pauseMsAfter } from "./mail-sender.ts";

const userId: AccountId = newId();

describe("the mail with an activation code", () => {
  it.each([
    ["fr", "Votre code de confirmation Sanu", "10 minutes"],
    ["en", "Your Sanu confirmation code", "10 minutes"],
  ] as const)("carries code and user id in plain text and HTML (%s)", (language, subject, life) => {
    const mail = activationMail({ language, code: "012345", userId });
    expect(mail.subject).toBe(subject);
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain("012345");
      expect(body).toContain(userId);
      expect(body).toContain(life);
    }
    expect(mail.html).toContain(`<html lang="${language}">`);
  });

  it("loads nothing from anywhere and has no link that a thief could copy", () => {
    const { html } = activationMail({ language: "fr", code: "012345", userId });
    expect(html).not.toMatch(/https?:|<img|<script|<a /);
  });

  it("keeps the code out of the subject, which phones show on a locked screen", () => {
    expect(activationMail({ language: "fr", code: "012345", userId }).subject).not.toMatch(/\d/);
  });
});

describe("the pause before a mail is tried again", () => {
  it("doubles up to its longest", () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map(pauseMsAfter);
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(pauseMsAfter(40)).toBe(mailLimits.longestPauseMs);
  });
});
