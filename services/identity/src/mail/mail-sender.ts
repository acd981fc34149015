import type { Language } from "@sanu/contracts";
import { type Clock, type Instant, plusMs } from "@sanu/kernel";
import {
  createLoop,
  type Database,
  type Logger,
  type Loop,
  type Metrics,
  tablesAwaited,
  untilNone,
} from "@sanu/platform";
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
import { renderMail } from "./render-mail.ts";
import type { MailText, MailTransport } from "./smtp-transport.ts";

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
  const { database, logger, metrics, transport } = options;
  const isMigrated = tablesAwaited(database, "farewells");
  const loop = createLoop({
    name: "mail",
    work: untilNone(async () => sendDue(options, await isMigrated())),
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

async function sendDue(options: MailSenderOptions, hasFarewells: boolean): Promise<number> {
  const { database, clock, logger } = options;
  const expired = await abandonExpired(database, clock.now());
  if (expired > 0) {
    logger.error({ mails: expired }, "mails were not sent while they were of use");
  }
  const claimed = await claimMails(database, clock.now());
  const farewells = hasFarewells ? await claimFarewells(database, clock.now()) : [];
  const sent = await Promise.all([
    ...claimed.map((mail) => sendOne(options, mail)),
    ...farewells.map((mail) => sendFarewell(options, mail)),
  ]);
  return sent.filter(Boolean).length;
}

type Outcome = "accepted" | "rejected" | "unknown";

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

async function transmit(
  { transport, logger, metrics }: MailSenderOptions,
  { mailId, email, attempts }: Pick<ClaimedMail, "mailId" | "email" | "attempts">,
  text: MailText,
): Promise<Outcome> {
  const startedAtMs = performance.now();
  const observe = (outcome: Outcome) =>
    metrics.outsideCalls.observe(
      { target: "smtp", operation: "send-mail", outcome },
      performance.now() - startedAtMs,
    );
  try {
    await transport.send({ ...text, to: email, messageId: mailId });
  } catch (error) {
    const outcome = isRefusedForGood(error) ? "rejected" : "unknown";
    const message = outcome === "rejected" ? "a mail is refused for good" : "a mail was not taken";
    observe(outcome);
    logger.warn({ mailId, attempts, reason: reasonOf(error) }, message);
    return outcome;
  }
  observe("accepted");
  return "accepted";
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
