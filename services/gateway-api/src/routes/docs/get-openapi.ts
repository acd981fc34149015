import { definePage, type Route } from "../define-route.ts";

/** The OpenAPI document, put together once. */
export const getOpenApi: Route = (app, deps) => {
  let text: string | undefined;
  const page = definePage("/openapi.json", ({ reply }) => {
    text ??= JSON.stringify(app.swagger());
    return reply
      .headers({
        "content-type": "application/json; charset=utf-8",
        "cache-control": "public, max-age=300",
      })
      .send(text);
  });
  page(app, deps);
};
