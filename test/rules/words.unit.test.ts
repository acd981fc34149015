import { wordsIn } from "@sanu/contracts";
import { describe, expect, it } from "vitest";
import { isTest, readSources, readText } from "./tree/repository.ts";
import { findLooseTexts } from "./words/find-loose-texts.ts";
import { findUnusedTexts, keysIn } from "./words/find-unused-texts.ts";

const catalogue = "packages/contracts/src/catalogue/";
const production = readSources().filter(
  ({ path }) => !isTest(path) && /^(?:packages|services)\/[^/]+\/src\//.test(path),
);

/** What operators and developers see in a terminal is in English; what providers and their stand-ins say is theirs, and invented people have names. */
const silent =
  /^packages\/(?:cli|demo|local-stack|testing|rails|kernel|attempts|platform\/src\/config|sandbox\/src\/(?!pages\/))\b/;
/** Pages of reference for who writes a client, in English as the OpenAPI document. */
const reference =
  /^services\/gateway-api\/src\/(?:facts-page|problem-pages|routes\/docs|openapi|plugins\/openapi\.ts)/;
const speaking = production.filter(
  ({ path }) => !silent.test(path) && !reference.test(path) && !path.startsWith(catalogue),
);

const planted = (text: string) => findLooseTexts({ path: "services/a/src/b.ts", text });

describe("texts for people", () => {
  it("stand in the catalogue and nowhere else", () => {
    expect(speaking.length).toBeGreaterThan(400);
    expect(speaking.flatMap(findLooseTexts)).toEqual([]);
  });

  it.each([
    ["const said = { fr: `Oui`, en: `Yes` };", "a text in two languages"],
    [
      "const said = { en: (name) => `Yes ${name}`, fr: (name) => `Oui ${name}` };",
      "in two languages",
    ],
    ['return { message: "Done." };', "a message"],
    ["const title = 'Délai dépassé';", "a text in French"],
    ["const page = `<h1>Pay now</h1>`;", "a text on a page"],
    ["const page = `<p>${amount}</p><p>Pay it to ${name}</p>`;", "a text on a page"],
  ])("are found where they do not belong: %s", (text, why) => {
    expect(planted(text).join()).toContain(why);
  });

  it.each([
    "const catalogues = { fr: french, en: english };",
    "return { message: wordsIn(language).account.verified };",
    "const page = `<header>SANU</header><h1>${html(title)}</h1>`;",
  ])("are not seen where there are none: %s", (text) => {
    expect(planted(text)).toEqual([]);
  });

  it("are all read by somebody", () => {
    expect(keysIn(wordsIn("fr")).size).toBeGreaterThan(150);
    const readers = production.filter(({ path }) => !path.startsWith(catalogue));

    expect(findUnusedTexts(wordsIn("fr"), readers)).toEqual([]);
    expect(findUnusedTexts({ paymentPage: { nobodysText: "…" } }, readers)).toEqual([
      "nobodysText",
    ]);
  });

  it("name no field that the interface does not have", () => {
    const document = readText("docs/openapi.json");
    const strangers = Object.keys(wordsIn("fr").fieldNames).filter(
      (name) => !document.includes(`"${name}": {`),
    );

    expect(strangers).toEqual([]);
    expect(document).not.toContain('"surname": {');
  });
});
