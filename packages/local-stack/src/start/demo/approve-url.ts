import { UnexpectedResponseError } from "./read-json.ts";

/** Where the form with the approval on a payment page leads. Throws when the page has none. */
export function approveUrlIn(page: string, pageUrl: string): string {
  const actions = [...page.matchAll(/<form\b[^>]*\baction="([^"]+)"/g)].map(([, action]) => action);
  const action = actions.find((each) => each?.endsWith("/approve"));
  if (action === undefined) {
    throw new UnexpectedResponseError(`The payment page ${pageUrl} has no form to approve with`);
  }
  return new URL(action.replaceAll("&amp;", "&"), pageUrl).href;
}
