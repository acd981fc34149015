import type { Language } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { otpLimits } from "../otp/otp-limits.ts";
import { type ActivationTexts, activationTexts } from "./activation-texts.ts";
import type { MailText } from "./smtp-transport.ts";

const minutes = otpLimits.lifeMs / 60_000;

/**
 * The mail with an activation code and the user id. Nothing that the registrant typed is in it, or anybody
 * could have us send a stranger a text of his own.
 */
export function activationMail(content: {
  readonly language: Language;
  readonly code: string;
  readonly userId: AccountId;
}): MailText {
  const texts = activationTexts[content.language];
  return { subject: texts.subject, text: plainOf(texts, content), html: htmlOf(texts, content) };
}

function plainOf(texts: ActivationTexts, content: { code: string; userId: string }): string {
  return [
    texts.title,
    "",
    texts.enterCode,
    "",
    `    ${content.code}`,
    "",
    texts.lifetime(minutes),
    "",
    texts.userId,
    content.userId,
    "",
    texts.neverShare,
    texts.notYou,
    "",
    "Sanu",
    "",
  ].join("\n");
}

/** Tables and inline styles: what mail programs of every age show alike. */
function htmlOf(
  texts: ActivationTexts,
  content: { language: Language; code: string; userId: string },
): string {
  return `<!doctype html>
<html lang="${content.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.subject}</title>
</head>
<body style="margin:0;padding:0;background:#f4f1ea;color:#1f1b16;font-family:Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1ea">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border-radius:12px;overflow:hidden">
<tr><td style="padding:20px 32px;background:#8a6100;color:#ffffff;font-size:20px;font-weight:bold;letter-spacing:1px">Sanu</td></tr>
<tr><td style="padding:32px 32px 8px"><h1 style="margin:0;font-size:20px;line-height:1.3;color:#1f1b16">${texts.title}</h1></td></tr>
<tr><td style="padding:8px 32px;font-size:16px;line-height:1.5;color:#1f1b16">${texts.enterCode}</td></tr>
<tr><td align="center" style="padding:16px 32px">
<div style="padding:16px;background:#f4f1ea;border-radius:8px;color:#1f1b16;font-family:Menlo,Consolas,monospace;font-size:32px;font-weight:bold;letter-spacing:8px">${content.code}</div>
</td></tr>
<tr><td style="padding:0 32px 16px;font-size:14px;line-height:1.5;color:#5c5448">${texts.lifetime(minutes)}</td></tr>
<tr><td style="padding:0 32px 16px;font-size:14px;line-height:1.5;color:#5c5448">${texts.userId}<br><span style="font-family:Menlo,Consolas,monospace;font-size:13px;color:#1f1b16">${content.userId}</span></td></tr>
<tr><td style="padding:16px 32px 32px;border-top:1px solid #e8e2d6;font-size:13px;line-height:1.5;color:#5c5448">${texts.neverShare}<br>${texts.notYou}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
