import { escapeHtml } from "@sanu/platform";
import { page } from "../pages/html.ts";
import type { Mail } from "./mail-store.ts";

export function mailPage(mails: readonly Mail[]): string {
  const articles = mails.map(
    ({ to, subject, text, receivedAt }) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>${escapeHtml(to.join(", "))} · <time>${escapeHtml(receivedAt)}</time></p>
<pre>${escapeHtml(text)}</pre>
</article>`,
  );
  const none = "<p>No mail has arrived yet. Reload to look again.</p>";
  return page("en", "Mails", `<h1>Mails</h1>${articles.join("") || none}`);
}
