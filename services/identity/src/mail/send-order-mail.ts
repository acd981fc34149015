import { FindPaymentPage } from "@sanu/contracts";
import { type Clock, newId, plusMs } from "@sanu/kernel";
import type { Database, Messaging } from "@sanu/platform";
import { delayOrderMail, deleteOrderMail, type OrderMail } from "./order-mails.ts";
import { renderMail } from "./render-mail.ts";
import { pauseMsAfter, type TransmitDeps, transmit } from "./transmit-mail.ts";

const pageLimits = { requestTimeoutMs: 3_000 } as const;

export interface OrderMailDeps extends TransmitDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly messaging: () => Pick<Messaging, "request">;
}

type FoundPage =
  | { readonly kind: "page"; readonly url: string | null }
  | { readonly kind: "gone" }
  | { readonly kind: "unavailable" };

/** Sends a mail about a standing order. What is paid or over by now needs no mail any more. */
export async function sendOrderMail(deps: OrderMailDeps, mail: OrderMail): Promise<boolean> {
  const { database, clock } = deps;
  const { mailId, accountId, kind, language, attempts } = mail;
  const page = await findPage(deps, mail);
  if (page.kind === "gone") {
    await deleteOrderMail(database, mailId);
    return true;
  }
  const again = plusMs(clock.now(), pauseMsAfter(attempts, true));
  if (page.kind === "unavailable") {
    await delayOrderMail(database, mailId, again);
    return false;
  }
  const content = { kind, language, code: null, link: page.url, userId: accountId };
  const outcome = await transmit(deps, mail, renderMail(content));
  if (outcome === "unknown") await delayOrderMail(database, mailId, again);
  else await deleteOrderMail(database, mailId);
  return outcome === "accepted";
}

/** Asked for at the moment of sending: what opens a page stands in no fact and in no queue. */
async function findPage(
  { messaging }: OrderMailDeps,
  { accountId, transactionId }: OrderMail,
): Promise<FoundPage> {
  if (transactionId === null) return { kind: "page", url: null };
  const timeoutMs = pageLimits.requestTimeoutMs;
  const context = { correlationId: newId<string>(), causationId: transactionId };
  const wanted = { accountId, transactionId };
  const result = await messaging().request(FindPaymentPage, wanted, { context, timeoutMs });
  if (result.kind === "replied") return { kind: "page", url: result.data.pageUrl };
  return result.kind === "refused" ? { kind: "gone" } : { kind: "unavailable" };
}
