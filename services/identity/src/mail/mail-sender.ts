import { type Clock, plusMs } from "@sanu/kernel";
import type { Database, Logger, Metrics } from "@sanu/platform";
import { activationMail } from "./activation-mail.ts";
import { mailLimits } from "./mail-limits.ts";
import {
  type ClaimedMail,
  claimMails,
  giveUpExpired,
  recordFailed,
  recordSent,
} from "./mail-queue.ts";
import type { MailTransport } from "./smtp-transport.ts";

export interface MailSenderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly transport: MailTransport;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Sends what is queued; every replica runs one. */
export interface MailSender {
  readonly start: () => void;
  /** Ends after the sends under way. */
  readonly stop: () => Promise<void>;
  /** Looks into the queue now and not at the next poll. */
  readonly wake: () => void;
}

/** A mail is sent at least once: a crash between the server's yes and our record sends it again. */
export function createMailSender(options: MailSenderOptions): MailSender {
  let running: Promise<void> | undefined;
  let next: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isWoken = false;

  const sendBatch = () => {
    isWoken = false;
    return sendDue(options).catch((error: unknown) => {
      options.logger.error({ error }, "the mail queue failed; it is tried again");
      return 0;
    });
  };
  const goesOn = (sent: number) => isStarted && (isWoken || sent > 0);

  /** Sends until a batch finds nothing that the server takes and nobody woke it meanwhile. */
  const run = async (): Promise<void> => {
    let sent: number;
    do sent = await sendBatch();
    while (goesOn(sent));
  };

  const wake = () => {
    isWoken = true;
    if (!isStarted || running !== undefined) return;
    clearTimeout(next);
    running = run().finally(() => {
      running = undefined;
      if (isStarted) next = setTimeout(wake, mailLimits.pollMs);
    });
  };

  return {
    start() {
      isStarted = true;
      wake();
    },
    async stop() {
      isStarted = false;
      clearTimeout(next);
      await running;
      options.transport.close();
    },
    wake,
  };
}

/** Sends one batch and returns how many mails the server took. */
async function sendDue(options: MailSenderOptions): Promise<number> {
  const { database, clock, logger } = options;
  const expired = await giveUpExpired(database, clock.now());
  if (expired > 0) {
    logger.error({ mails: expired }, "mails were not sent before their codes expired");
  }
  const claimed = await claimMails(database, clock.now());
  const sent = await Promise.all(claimed.map((mail) => sendOne(options, mail)));
  return sent.filter(Boolean).length;
}

async function sendOne(options: MailSenderOptions, mail: ClaimedMail): Promise<boolean> {
  const { database, clock, transport, logger, metrics } = options;
  const { mailId, accountId, language, code, email, attempts } = mail;
  const startedAtMs = performance.now();
  const observe = (outcome: "accepted" | "unknown") =>
    metrics.outsideCalls.observe(
      { target: "smtp", operation: "send-mail", outcome },
      performance.now() - startedAtMs,
    );
  try {
    const text = activationMail({ language, code, userId: accountId });
    await transport.send({ ...text, to: email, messageId: mailId });
  } catch (error) {
    observe("unknown");
    logger.warn({ mailId, attempts, reason: reasonOf(error) }, "a mail was not taken");
    await recordFailed(database, mailId, plusMs(clock.now(), pauseMsAfter(attempts)));
    return false;
  }
  observe("accepted");
  await recordSent(database, mailId, clock.now());
  return true;
}

/** Milliseconds until the next attempt, after so many. */
export function pauseMsAfter(attempts: number): number {
  const doubled = mailLimits.firstPauseMs * 2 ** (attempts - 1);
  return Math.min(doubled, mailLimits.longestPauseMs);
}

/** The mailer's code or the server's number. The message itself quotes the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error ? String(error.code) : error.name;
  return "responseCode" in error ? `${code} ${String(error.responseCode)}` : code;
}
