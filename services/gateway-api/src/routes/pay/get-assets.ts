import { accountPageScript } from "../../account-page/account-page-script.ts";
import { pageScript } from "../../pay-page/page-script.ts";
import { pageStyle } from "../../pay-page/page-style.ts";
import { prepareText, type StaticText, sendText } from "../../plugins/static-texts.ts";
import { definePage } from "../define-route.ts";

export const getPageStyle = asset("/assets/pay.css", "text/css; charset=utf-8", pageStyle);
export const getPageScript = asset("/assets/pay.js", "text/javascript; charset=utf-8", pageScript);
export const getAccountScript = asset(
  "/assets/account.js",
  "text/javascript; charset=utf-8",
  accountPageScript,
);

function asset(url: string, type: string, text: string) {
  let prepared: Promise<StaticText> | undefined;
  return definePage(url, "documents", async ({ request, reply }) => {
    prepared ??= prepareText(type, text);
    return sendText(await prepared, request, reply);
  });
}
