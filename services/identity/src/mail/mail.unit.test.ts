import { wordsIn } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import {
  codeMailKinds,
  farewellKinds,
  type MailKind,
  noticeKinds,
  orderMailKinds,
} from "../database/mail-kind.ts";
import { mailLimits } from "./mail-limits.ts";
import { renderMail } from "./render-mail.ts";
import { pauseMsAfter } from "./transmit-mail.ts";

const userId: AccountId = newId();
const languages = ["fr", "en"] as const;
const each = (kinds: readonly MailKind[]) =>
  kinds.flatMap((kind) => languages.map((language) => ({ kind, language })));

describe("the mail with an activation code", () => {
  it.each([
    ["fr", "Votre code de confirmation Sanu", "10 minutes"],
    ["en", "Your Sanu confirmation code", "10 minutes"],
  ] as const)("carries code and user id in plain text and HTML (%s)", (language, subject, life) => {
    const mail = renderMail({
      kind: "activation-code",
      language,
      code: "012345",
      link: null,
      userId,
    });
    expect(mail.subject).toBe(subject);
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain("012345");
      expect(body).toContain(userId);
      expect(body).toContain(life);
    }
    expect(mail.html).toContain(`<html lang="${language}">`);
  });
});

describe("a mail with a code", () => {
  it.each(each(codeMailKinds))("says what the code is for: $kind, $language", (of) => {
    const mail = renderMail({ ...of, code: "012345", link: null, userId });
    expect(mail.text).toMatch(/^ {4}012345$/m);
    expect(mail.html).toContain(">012345<");
  });

  it.each(each(codeMailKinds))(
    "keeps it out of the subject, which phones show on a locked screen: $kind, $language",
    (of) => {
      expect(renderMail({ ...of, code: "012345", link: null, userId }).subject).not.toMatch(/\d/);
    },
  );
});

describe("the link of a mail", () => {
  it.each(each(codeMailKinds))("stands in both of its forms: $kind, $language", (of) => {
    const link = "https://api.example.org/account/confirm#a.b";
    const { text, html } = renderMail({ ...of, code: "012345", link, userId });
    expect(text.split("\n")).toContain(link);
    expect(html).toContain(`<a href="${link}"`);
  });
});

describe("a mail with a link alone", () => {
  it.each(each(codeMailKinds))(
    "says so, and asks for no code to be typed: $kind, $language",
    (of) => {
      const link = "https://api.example.org/account/reset#a.b";
      const { text, html } = renderMail({ ...of, code: null, link, userId });
      const typed = renderMail({ ...of, code: "012345", link: null, userId }).text.split("\n\n")[1];
      expect(text.split("\n\n")).toContain(link);
      expect(text).not.toContain(typed);
      expect(html).toContain(`<a href="${link}"`);
    },
  );
});

describe("a mail that tells what happened", () => {
  it.each(each(noticeKinds))("has no code and no user id: $kind, $language", (of) => {
    const mail = renderMail({ ...of, code: null, link: null, userId });
    expect(mail.text).not.toMatch(/\d{6}/);
    for (const body of [mail.text, mail.html]) expect(body).not.toContain(userId);
  });
});

describe("the last mail to somebody", () => {
  it.each(each(farewellKinds))(
    "says until when, where something is sealed: $kind, $language",
    (of) => {
      const until = of.kind === "account-sealed" ? { until: "23 novembre 2036" } : {};
      const { text, html } = renderMail({ ...of, ...until, code: null, link: null, userId });
      for (const body of [text, html]) {
        expect(body.includes("23 novembre 2036")).toBe(of.kind === "account-sealed");
        expect(body).not.toContain(userId);
      }
    },
  );
});

describe("every mail", () => {
  const all = each([...codeMailKinds, ...noticeKinds, ...orderMailKinds, ...farewellKinds]);

  it("has its words in the catalogue, which has none for any other", () => {
    const kinds = [...codeMailKinds, ...noticeKinds, ...orderMailKinds, ...farewellKinds];
    for (const language of languages) {
      const { ofKind } = wordsIn(language).mails;
      expect(Object.keys(ofKind).toSorted()).toEqual(kinds.toSorted());
    }
  });

  it("says how long its code lives, as long as it does", () => {
    for (const of of each(codeMailKinds)) {
      const { text } = renderMail({ ...of, code: "012345", link: null, userId });
      expect(text).toContain(` ${mailLimits.codeLifeMs / 60_000} minutes`);
      expect(text).not.toContain("{");
    }
  });

  it("has a subject of its own", () => {
    const subjects = all.map(
      (of) => renderMail({ ...of, code: "012345", link: null, userId }).subject,
    );
    expect(new Set(subjects).size).toBe(all.length);
  });

  it.each(all)(
    "loads nothing from anywhere, and without a browser that asked has no link: $kind, $language",
    (of) => {
      const { html } = renderMail({ ...of, code: "012345", link: null, userId });
      expect(html).not.toMatch(/https?:|<img|<script|<a /);
    },
  );
});

describe("the pause before a mail is tried again", () => {
  it("doubles up to its longest", () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((attempts) => pauseMsAfter(attempts, true));
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(pauseMsAfter(40, true)).toBe(mailLimits.longestPauseMs);
    expect(pauseMsAfter(40, false)).toBe(mailLimits.longestNoticePauseMs);
  });
});
