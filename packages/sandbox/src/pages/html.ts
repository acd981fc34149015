import { htmlDocument } from "@sanu/platform";

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1.25rem; max-width: 30rem; margin-inline: auto; }
header { font-size: .85rem; opacity: .75; margin-bottom: 1.5rem; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
.amount { font-size: 2rem; font-weight: 700; margin: .5rem 0 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
button { font: inherit; width: 100%; padding: .9rem; border-radius: .6rem; margin-bottom: .75rem;
  border: 1px solid currentColor; background: transparent; color: inherit; cursor: pointer; }
button.main { background: #0a6b3d; border-color: #0a6b3d; color: #fff; font-weight: 600; }
button:focus-visible, a:focus-visible { outline: 3px solid #f2a900; outline-offset: 2px; }
article { border-top: 1px solid #8886; padding: .75rem 0; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** A whole page. `title` is text, `main` is HTML. */
export function page(language: string, title: string, main: string): string {
  const head = `<meta name="robots" content="noindex">\n<style>${style}</style>`;
  return htmlDocument({ language, title, head, body: `<body><main>${main}</main></body>` });
}

/** Headers of every page: no scripts, no frames, nothing told to the next site. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
} as const;
