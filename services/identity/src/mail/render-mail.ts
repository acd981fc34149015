import { fill, type Language, wordsIn } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { escapeHtml, htmlDocument } from "@sanu/platform";
import { codeMailKinds, type MailKind } from "../database/mail-kind.ts";
import { mailLimits } from "./mail-limits.ts";
import type { MailText } from "./smtp-transport.ts";

/** What a mail says, without its code and user id. */
interface MailTexts {
  readonly subject: string;
  readonly title: string;
  readonly lead: string;
  readonly below: string;
  /** Stands before the user id; a mail without it has none. */
  readonly userIdLabel?: string;
  readonly warnings: readonly string[];
}

export interface MailContent {
  readonly kind: MailKind;
  readonly language: Language;
  /** The one-time password, where the mail carries one. */
  readonly code: string | null;
  /** Does the same as the code, in the browser that asked for it. */
  readonly link: string | null;
  /** A day, where the mail tells one. */
  readonly until?: string;
  readonly userId: AccountId;
}

/**
 * A mail in plain text and in HTML. Nothing that somebody typed is in it, or anybody could have us send a stranger
 * a text of his own.
 */
export function renderMail(content: MailContent): MailText {
  const texts = textsOf(content);
  return { subject: texts.subject, text: plainOf(texts, content), html: htmlOf(texts, content) };
}

const minutes = String(mailLimits.codeLifeMs / 60_000);

/** A link in place of a code stands where the code does else, and the words in front of it. */
function textsOf({ kind, language, code, link }: MailContent): MailTexts {
  const { ofKind, link: linkTexts } = wordsIn(language).mails;
  const texts: MailTexts = ofKind[kind];
  const below = fill(texts.below, { minutes });
  const isInPlaceOfCode =
    code === null && link !== null && codeMailKinds.some((one) => one === kind);
  const lead = isInPlaceOfCode ? linkTexts.only : texts.lead;
  return { ...texts, below, lead };
}

function plainOf(texts: MailTexts, { language, code, link, until, userId }: MailContent): string {
  return [
    texts.title,
    texts.lead,
    ...(code === null ? [] : [`    ${code}`]),
    ...(until === undefined ? [] : [`    ${until}`]),
    texts.below,
    ...(link === null
      ? []
      : [code === null ? link : `${wordsIn(language).mails.link.plain}\n${link}`]),
    ...(texts.userIdLabel === undefined ? [] : [`${texts.userIdLabel}\n${userId}`]),
    texts.warnings.join("\n"),
    "Sanu\n",
  ].join("\n\n");
}

const ink = "#1f1b16";
const faded = "#5c5448";
const sand = "#f4f1ea";

/** Tables and inline styles: what mail programs of every age show alike. */
function htmlOf(texts: MailTexts, { language, code, link, until, userId }: MailContent): string {
  const rows = [
    row(
      "padding:20px 32px;background:#8a6100;color:#ffffff;font-size:20px;font-weight:bold;letter-spacing:1px",
      "Sanu",
    ),
    row(
      "padding:32px 32px 8px",
      `<h1 style="margin:0;font-size:20px;line-height:1.3;color:${ink}">${texts.title}</h1>`,
    ),
    row(`padding:8px 32px 16px;font-size:16px;line-height:1.5;color:${ink}`, texts.lead),
    ...(code === null ? [] : [codeRow(code)]),
    ...(until === undefined
      ? []
      : [row(`padding:0 32px 16px;font-size:18px;font-weight:bold;color:${ink}`, until)]),
    row(small("0 32px 16px"), texts.below),
    ...(link === null
      ? []
      : [linkRow(code === null ? link : wordsIn(language).mails.link.html, link)]),
    ...(texts.userIdLabel === undefined ? [] : [userIdRow(texts.userIdLabel, userId)]),
    row(
      `padding:16px 32px 32px;border-top:1px solid #e8e2d6;font-size:13px;line-height:1.5;color:${faded}`,
      texts.warnings.join("<br><br>"),
    ),
  ];
  return htmlDocument({
    language,
    title: texts.subject,
    head: `<meta name="color-scheme" content="light">`,
    body: `<body style="margin:0;padding:0;background:${sand};color:${ink};font-family:Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${sand}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border-radius:12px;overflow:hidden">
${rows.join("\n")}
</table>
</td></tr>
</table>
</body>`,
  });
}

function row(style: string, content: string): string {
  return `<tr><td style="${style}">${content}</td></tr>`;
}

function small(padding: string): string {
  return `padding:${padding};font-size:14px;line-height:1.5;color:${faded}`;
}

function codeRow(code: string): string {
  const style = `padding:16px;background:${sand};border-radius:8px;color:${ink};font-family:Menlo,Consolas,monospace;font-size:32px;font-weight:bold;letter-spacing:8px;text-align:center`;
  return row("padding:0 32px 16px", `<div style="${style}">${code}</div>`);
}

function linkRow(label: string, link: string): string {
  return row(
    small("0 32px 16px"),
    `<a href="${escapeHtml(link)}" style="color:#8a6100">${label}</a>`,
  );
}

function userIdRow(label: string, userId: string): string {
  const style = `font-family:Menlo,Consolas,monospace;font-size:13px;color:${ink}`;
  return row(small("0 32px 16px"), `${label}<br><span style="${style}">${userId}</span>`);
}
