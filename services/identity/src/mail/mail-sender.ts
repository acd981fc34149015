import type { Language } from "@sanu/contracts";
import { type Instant, plusMs } from "@sanu/kernel";
import { createLoop, type Loop, untilNone } from "@sanu/platform";
import { claimFarewells, delayFarewell, deleteFarewell, type Farewell } from "./farewells.ts";
import { mailLimits } from "./mail-limits.ts";
import {
  abandonExpired,
  type ClaimedMail,
  claimMails,
  recordFailed,
  recordRefused,
  recordSent,
} from "./mail-queue.ts";
import { claimOrderMails } from "./order-mails.ts";
import { renderMail } from "./render-mail.ts";
import { type OrderMailDeps, sendOrderMail } from "./send-order-mail.ts";
import { pauseMsAfter, transmit } from "./transmit-mail.ts";

export interface MailSenderOptions extends OrderMailDeps {
  /** Where the link of a mail with a code leads. */
  readonly linkOf: (mail: Pick<ClaimedMail, "mailId" | "accountId" | "kind">) => string;
}

/** Sends what is queued. A mail is sent at least once: a crash between the server's yes and our record sends it again. */
export function createMailSender(options: MailSenderOptions): Loop {
  const { logger, metrics, transport } = options;
  const loop = createLoop({
    name: "mail",
    work: untilNone(async () => (await sendDue(options)) + (await sendOrderMails(options))),
    idleMs: mailLimits.pollMs,
    quietIdleMs: mailLimits.quietPollMs,
    logger,
    metrics,
  });
  return {
    ...loop,
    async stop() {
      await loop.stop();
      transport.close();
    },
  };
}

async function sendDue(options: MailSenderOptions): Promise<number> {
  const { database, clock, logger } = options;
  const expired = await abandonExpired(database, clock.now());
  if (expired > 0) {
    logger.error({ mails: expired }, "mails were not sent while they were of use");
  }
  const claimed = await claimMails(database, clock.now());
  const farewells = await claimFarewells(database, clock.now());
  const sent = await Promise.all([
    ...claimed.map((mail) => sendOne(options, mail)),
    ...farewells.map((mail) => sendFarewell(options, mail)),
  ]);
  return sent.filter(Boolean).length;
}

async function sendOrderMails(options: MailSenderOptions): Promise<number> {
  const claimed = await claimOrderMails(options.database, options.clock.now());
  const sent = await Promise.all(claimed.map((mail) => sendOrderMail(options, mail)));
  return sent.filter(Boolean).length;
}

async function sendOne(options: MailSenderOptions, mail: ClaimedMail): Promise<boolean> {
  const { database, clock } = options;
  const { mailId, accountId, kind, language, code, attempts, hasLink } = mail;
  const link = hasLink ? options.linkOf(mail) : null;
  const text = renderMail({ kind, language, code, link, userId: accountId });
  const outcome = await transmit(options, mail, text);
  const pauseMs = pauseMsAfter(attempts, code !== null || hasLink);
  if (outcome === "accepted") await recordSent(database, mailId, clock.now());
  if (outcome === "rejected") await recordRefused(database, mailId, clock.now());
  if (outcome === "unknown") await recordFailed(database, mailId, plusMs(clock.now(), pauseMs));
  return outcome === "accepted";
}

async function sendFarewell(options: MailSenderOptions, mail: Farewell): Promise<boolean> {
  const { database, clock } = options;
  const { mailId, accountId: userId, language, sealedUntil, attempts } = mail;
  const content = { language, code: null, link: null, userId };
  const text =
    sealedUntil === null
      ? renderMail({ ...content, kind: "account-erased" })
      : renderMail({ ...content, kind: "account-sealed", until: dayOf(sealedUntil, language) });
  const outcome = await transmit(options, mail, text);
  const again = plusMs(clock.now(), pauseMsAfter(attempts, false));
  if (outcome === "unknown") await delayFarewell(database, mailId, again);
  else await deleteFarewell(database, mailId);
  return outcome === "accepted";
}

function dayOf(at: Instant, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(at));
}
