import { type Language, wordsIn } from "@sanu/contracts";
import { escapeHtml as html, htmlDocument } from "@sanu/platform";

/** Where the link of a mail with a code leads. */
export type AccountPage = "confirm" | "reset";

const actions: Readonly<Record<AccountPage, string>> = {
  confirm: "/api/v1/auth/verify-otp",
  reset: "/api/v1/auth/password/reset",
};

/**
 * Where the link of a mail with a code leads. The code stands behind the `#`, which no browser sends, and nothing happens
 * before somebody presses the button: programs that look into links open nothing. The script sends the form; a browser that does so itself, where
 * the script did not come and the policy of the page is unknown, puts no password into an address.
 */
export function renderAccountPage(page: AccountPage, language: Language): string {
  const { [page]: words, elsewhere, away, noScript } = wordsIn(language).accountPage;
  const { title, lead, button } = words;
  return htmlDocument({
    language,
    title: `${title} · Sanu`,
    head: `<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/pay.css">
<script src="/assets/account.js" defer></script>`,
    body: `<body>
<main><header>SANU</header><div class="card">
<h1>${html(title)}</h1><p>${html(lead)}</p>
<noscript><p>${html(noScript)}</p></noscript>
<form method="post" data-action="${actions[page]}" data-elsewhere="${html(elsewhere)}" data-away="${html(away)}">
${page === "reset" ? resetFields(language) : ""}<button>${html(button)}</button>
</form>
<p role="status"></p>
</div></main>
</body>`,
  });
}

function resetFields(language: Language): string {
  const { email, password } = wordsIn(language).accountPage;
  return `<label>${html(email)}<input name="email" type="email" autocomplete="username" required></label>
<label>${html(password)}<input name="password" type="password" autocomplete="new-password" minlength="8" maxlength="128" required></label>
`;
}
