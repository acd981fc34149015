import { describe, expect, it } from "vitest";
import { FieldRule } from "../field-errors.ts";
import { Language } from "../language.ts";
import { type ProblemCode, problems } from "../problems.ts";
import { catalogues, wordsIn } from "./catalogue.ts";
import { fill } from "./gaps.ts";
import { typeset } from "./typeset.ts";

/** Every text with its path: `paymentPage.states.ended.title`. */
function textsIn(words: unknown, path = ""): readonly (readonly [path: string, text: string])[] {
  if (typeof words === "string") return [[path, words]];
  return Object.entries(words as object).flatMap(([key, value]) =>
    textsIn(value, path === "" ? key : `${path}.${key}`),
  );
}

const texts = Object.fromEntries(
  Language.options.map((language) => [language, new Map(textsIn(wordsIn(language)))]),
);
const french = texts["fr"] ?? new Map<string, string>();
const english = texts["en"] ?? new Map<string, string>();
const gapsIn = (text: string) => [...text.matchAll(/\{(\w*)\}/g)].map(([, name]) => name);

/** What is the same in both languages on purpose. */
const alike = ["problems.unauthenticated", "problems.invalid-credentials"];

describe("the catalogue", () => {
  it("has a catalogue for every language, and many texts in each", () => {
    expect(Object.keys(catalogues).toSorted()).toEqual(Language.options.toSorted());
    expect(french.size).toBeGreaterThan(250);
  });

  it.each(Language.options)("has the keys of the first language and no other in %s", (language) => {
    expect([...(texts[language]?.keys() ?? [])].toSorted()).toEqual([...french.keys()].toSorted());
  });

  it.each([...french.keys()])("has the same gaps in every language: %s", (path) => {
    for (const each of Language.options) {
      expect(gapsIn(texts[each]?.get(path) ?? "")).toEqual(gapsIn(french.get(path) ?? ""));
    }
  });

  it("has a text for every problem code and every rule of a field, and for no other", () => {
    for (const language of Language.options) {
      const { problems: messages, fieldRules } = wordsIn(language);
      expect(Object.keys(messages).toSorted()).toEqual(Object.keys(problems).toSorted());
      expect(Object.keys(fieldRules).toSorted()).toEqual(FieldRule.options.toSorted());
    }
  });

  it("is translated: no text is the same in French and in English but what programs compare", () => {
    const same = [...french].filter(([path, text]) => english.get(path) === text);
    const words = same.filter(([, text]) => /[a-z]{2}/i.test(text)).map(([path]) => path);

    expect(words).toEqual(expect.arrayContaining(alike));
    expect(words.filter((path) => !alike.includes(path))).toEqual([]);
  });
});

describe("its texts", () => {
  it.each(Language.options)(
    "have something to say and no space at either end in %s",
    (language) => {
      const odd = [...(texts[language] ?? [])].filter(
        ([, text]) => text === "" || text !== text.trim() || / {2}/.test(text),
      );

      expect(odd).toEqual([]);
    },
  );

  it("are set as each language is printed", () => {
    expect([...french.values()].filter((text) => / [:;!?»]|« /.test(text))).toEqual([]);
    expect([...french.values()].some((text) => text.includes("\u00a0:"))).toBe(true);
    expect([...english.values()].filter((text) => /[\s\u00a0][:;!?]/.test(text))).toEqual([]);
    expect(typeset({ a: ["Oui ! Non ?", { b: "« ici » : là ; 12:30" }] })).toEqual({
      a: ["Oui\u00a0! Non\u00a0?", { b: "«\u00a0ici\u00a0»\u00a0: là\u00a0; 12:30" }],
    });
  });

  it("are sentences, where they tell what went wrong", () => {
    for (const language of Language.options) {
      const { problems: messages, fieldRules, fieldShapes, account } = wordsIn(language);
      const sentences = textsIn({ messages, fieldRules, fieldShapes, account });
      const others = sentences.filter(([, text]) => !/^(?:[A-ZÀÉ]|\{\w+\}).*[.]$/.test(text));
      expect(others).toEqual([]);
    }
  });

  /** Refusals that may come behind a commit whose answer got lost. */
  const unsure: readonly ProblemCode[] = [
    "service-unavailable",
    "internal-error",
    "request-timeout",
    "idempotency-in-progress",
  ];

  it("promise nothing where the outcome may be unknown, and say then what to look at", () => {
    for (const code of unsure) {
      expect(wordsIn("fr").problems[code]).not.toMatch(/[Rr]ien n'/);
      expect(wordsIn("en").problems[code]).not.toMatch(/[Nn]othing/);
    }
    for (const code of ["service-unavailable", "internal-error"] as const) {
      expect(wordsIn("fr").problems[code]).toContain("dans votre liste");
      expect(wordsIn("en").problems[code]).toContain("in your list");
    }
  });

  it("keep the words of 401 that programs compare", () => {
    for (const language of Language.options) {
      const { unauthenticated, "invalid-credentials": invalid } = wordsIn(language).problems;
      expect([unauthenticated, invalid]).toEqual(["Unauthenticated.", "Unauthenticated."]);
    }
  });
});

describe("a gap", () => {
  it("is filled once: what fills it is not read for gaps", () => {
    expect(fill("{field} : {limit}.", { field: "{limit}", limit: "3" })).toBe("{limit} : 3.");
  });

  it("that nothing fills shows its name, also that of a property of all objects", () => {
    const text: string = "{amountXof} {toString}";
    expect(fill(text, {})).toBe("amountXof toString");
  });
});
