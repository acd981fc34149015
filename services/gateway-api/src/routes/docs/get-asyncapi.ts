import asyncApi from "@sanu/contracts/asyncapi.json" with { type: "json" };
import { factsStyle } from "../../facts-page/facts-style.ts";
import { renderFactsPage } from "../../facts-page/render-facts-page.ts";
import { pagePolicy } from "../../plugins/security-headers.ts";
import { prepareText, type StaticText, sendText } from "../../plugins/static-texts.ts";
import { definePage, type Route } from "../define-route.ts";

/** The AsyncAPI document of every fact, as it is committed. */
export const getAsyncApi = once("/asyncapi.json", "application/json", () =>
  JSON.stringify(asyncApi),
);

/** The same for people. */
export const showFacts = once("/asyncapi", "text/html", () => renderFactsPage(asyncApi));

export const getFactsStyle = once("/assets/facts.css", "text/css", () => factsStyle);

/** A text that is put together and compressed when it is first asked for. */
function once(url: string, type: string, make: () => string): Route {
  let prepared: Promise<StaticText> | undefined;
  return definePage(url, "documents", async ({ request, reply }) => {
    prepared ??= prepareText(`${type}; charset=utf-8`, make());
    if (type === "text/html") reply.header("content-security-policy", pagePolicy);
    return sendText(await prepared, request, reply);
  });
}
