const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that is safe inside HTML and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** A whole document. `language` and `title` are text, `head` and `body` (with its tags) are HTML. */
export function htmlDocument(parts: {
  readonly language: string;
  readonly title: string;
  readonly head: string;
  readonly body: string;
}): string {
  return `<!doctype html>
<html lang="${escapeHtml(parts.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.title)}</title>
${parts.head}
</head>
${parts.body}
</html>
`;
}
