import type { AccountPage } from "../../account-page/render-account-page.ts";
import { renderAccountPage } from "../../account-page/render-account-page.ts";
import { pagePolicy } from "../../plugins/security-headers.ts";
import { definePage } from "../define-route.ts";

const accountPage = (page: AccountPage) =>
  definePage(`/account/${page}`, "pages", ({ language, reply }) => {
    reply.headers({
      "content-security-policy": pagePolicy,
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      "x-robots-tag": "noindex",
    });
    return reply.send(renderAccountPage(page, language));
  });

export const showConfirmPage = accountPage("confirm");
export const showResetPage = accountPage("reset");
