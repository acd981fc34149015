import { prepareText, type StaticText, sendText } from "../../plugins/static-texts.ts";
import { definePage, type Route } from "../define-route.ts";

/** The OpenAPI document, put together once. */
export const getOpenApi: Route = (app, deps) => {
  let document: Promise<StaticText> | undefined;
  const page = definePage("/openapi.json", "documents", async ({ request, reply }) => {
    document ??= prepareText("application/json; charset=utf-8", JSON.stringify(app.swagger()));
    return sendText(await document, request, reply);
  });
  page(app, deps);
};
