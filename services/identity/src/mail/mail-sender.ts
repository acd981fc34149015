import { type Clock, plusMs } from "@sanu/kernel";
import {
  createLoop,
  type Database,
  type Logger,
  type Loop,
  type Metrics,
  untilNone,
} from "@sanu/platform";
import { mailLimits } from "./mail-limits.ts";
import {
  abandonExpired,
  type ClaimedMail,
  claimMails,
  recordFailed,
  recordRefused,
  recordSent,
} from "./mail-queue.ts";
import { renderMail } from "./render-mail.ts";
import type { MailTransport } from "./smtp-transport.ts";

export interface MailSenderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly transport: MailTransport;
  /** Where the link of a mail with a code leads. */
  readonly linkOf: (mail: Pick<ClaimedMail, "mailId" | "accountId" | "kind">) => string;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Sends what is queued. A mail is sent at least once: a crash between the server's yes and our record sends it again. */
export function createMailSender(options: MailSenderOptions): Loop {
  const { logger, metrics, transport } = options;
  const loop = createLoop({
    name: "mail",
    work: untilNone(() => sendDue(options)),
    idleMs: mailLimits.pollMs,
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
  const sent = await Promise.all(claimed.map((mail) => sendOne(options, mail)));
  return sent.filter(Boolean).length;
}

async function sendOne(options: MailSenderOptions, mail: ClaimedMail): Promise<boolean> {
  const { database, clock, transport, logger, metrics } = options;
  const { mailId, accountId, kind, language, code, email, attempts, hasLink } = mail;
  const startedAtMs = performance.now();
  const observe = (outcome: "accepted" | "rejected" | "unknown") =>
    metrics.outsideCalls.observe(
      { target: "smtp", operation: "send-mail", outcome },
      performance.now() - startedAtMs,
    );
  try {
    const link = hasLink && code !== null ? options.linkOf(mail) : null;
    const text = renderMail({ kind, language, code, link, userId: accountId });
    await transport.send({ ...text, to: email, messageId: mailId });
  } catch (error) {
    if (isRefusedForGood(error)) {
      observe("rejected");
      logger.warn({ mailId, reason: reasonOf(error) }, "a mail is refused for good");
      await recordRefused(database, mailId, clock.now());
      return false;
    }
    observe("unknown");
    logger.warn({ mailId, attempts, reason: reasonOf(error) }, "a mail was not taken");
    await recordFailed(
      database,
      mailId,
      plusMs(clock.now(), pauseMsAfter(attempts, code !== null)),
    );
    return false;
  }
  observe("accepted");
  await recordSent(database, mailId, clock.now());
  return true;
}

/** Milliseconds until the next attempt, after so many. A code is wanted soon. */
export function pauseMsAfter(attempts: number, hasCode: boolean): number {
  const doubled = mailLimits.firstPauseMs * 2 ** (attempts - 1);
  return Math.min(doubled, hasCode ? mailLimits.longestPauseMs : mailLimits.longestNoticePauseMs);
}

/**
 * The server says 5xx about the receiver or the mail itself (RFC 5321, 4.2.1). About us, as when our password is wrong, it may
 * think again when somebody has mended that.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("code" in error)) return false;
  const isAboutMail = error.code === "EENVELOPE" || error.code === "EMESSAGE";
  return isAboutMail && Number(error.responseCode) >= 500;
}

/** The mailer's code or the server's number. The message itself quotes the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error ? String(error.code) : error.name;
  return "responseCode" in error ? `${code} ${String(error.responseCode)}` : code;
}
