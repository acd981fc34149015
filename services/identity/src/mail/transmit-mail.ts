import type { Logger, Metrics } from "@sanu/platform";
import { mailLimits } from "./mail-limits.ts";
import type { ClaimedMail } from "./mail-queue.ts";
import type { MailText, MailTransport } from "./smtp-transport.ts";

export interface TransmitDeps {
  readonly transport: MailTransport;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export type Outcome = "accepted" | "rejected" | "unknown";

/** Hands a mail to the mail server; of what it does not take, nothing is logged that was in it. */
export async function transmit(
  { transport, logger, metrics }: TransmitDeps,
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
function isRefusedForGood(error: unknown): boolean {
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
