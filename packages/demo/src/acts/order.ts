import type { PlannedOrder } from "../plan/planned-order.ts";
import type { PayerAction } from "../plan/step.ts";
import { type Cast, placedOf, userIdOf } from "./cast.ts";
import { until } from "./patience.ts";
import { textAt, valueAt } from "./read-answer.ts";

/** Buys or sells over the public API. */
export async function order(cast: Cast, planned: PlannedOrder): Promise<void> {
  const { type, amountXof, number, receiver, person } = planned;
  const created = await cast.system.api.send("POST", "transactions/create", {
    as: { userId: userIdOf(cast, person) },
    body: { type, amount: amountXof, number, receiver_address: receiver },
    idempotencyKey: `demo-${cast.seed}-${planned.index}`,
  });
  const invoice = valueAt(created, ["invoice"]);
  cast.placed.set(planned.index, {
    transactionId: textAt(created, "transaction", "id"),
    pageUrl: textAt(created, "transaction", "payment_url"),
    invoice: typeof invoice === "string" ? invoice : null,
  });
}

/** What the payer does with her order: at the provider's page, with her wallet, or here. */
export async function performAction(
  cast: Cast,
  action: PayerAction,
  planned: PlannedOrder,
): Promise<void> {
  const { api, sandbox } = cast.system;
  const { transactionId, invoice } = placedOf(cast, planned);
  switch (action) {
    case "pay":
    case "decline":
      return onPage(await pageOf(cast, planned), action === "pay" ? "approve" : "decline");
    case "pay-twice": {
      const page = await pageOf(cast, planned);
      await onPage(page, "approve");
      return sandbox.gateway.receive(paymentOf(cast, page));
    }
    case "pay-other": {
      const payment = paymentOf(cast, await pageOf(cast, planned));
      return sandbox.gateway.receive(payment, payment.amountXof - 100n);
    }
    case "cancel": {
      const as = { userId: userIdOf(cast, planned.person) };
      return void (await api.send("POST", `transactions/${transactionId}/cancel`, { as }));
    }
    case "pay-invoice":
      return payInvoice(sandbox.url, invoice ?? (await invoiceOf(cast, planned)));
  }
}

async function onPage(page: string, button: "approve" | "decline"): Promise<void> {
  const response = await fetch(`${page}/${button}`, { method: "POST" });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The provider's page says ${response.status}`);
}

/** 409 where the node does not take it, as its last digits said. */
async function payInvoice(sandboxUrl: string, invoice: string): Promise<void> {
  const response = await fetch(`${sandboxUrl}/control/invoice-payments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ invoice }),
  });
  await response.arrayBuffer();
  if (response.status !== 204 && response.status !== 409) {
    throw new Error(`The node says ${response.status} to a wallet that pays`);
  }
}

function paymentOf(cast: Cast, page: string) {
  const payment = cast.system.sandbox.payments.findByToken(page.split("/").at(-1) ?? "");
  if (payment === undefined) throw new Error(`The provider knows no payment of ${page}`);
  return payment;
}

/** The provider's page: an order that waited too long for it was answered with ours. */
function pageOf(cast: Cast, planned: PlannedOrder): Promise<string> {
  const { pageUrl } = placedOf(cast, planned);
  const isTheirs = (url: string): boolean => url.startsWith(cast.system.sandbox.url);
  if (isTheirs(pageUrl)) return Promise.resolve(pageUrl);
  return until("the provider's page is known", async () => {
    const url = textAt(await read(cast, planned), "transaction", "payment_url");
    return isTheirs(url) && url;
  });
}

function invoiceOf(cast: Cast, planned: PlannedOrder): Promise<string> {
  return until("the invoice is known", async () => {
    const invoice = valueAt(await read(cast, planned), ["transaction", "invoice"]);
    return typeof invoice === "string" && invoice;
  });
}

function read(cast: Cast, planned: PlannedOrder) {
  const as = { userId: userIdOf(cast, planned.person) };
  return cast.system.api.send("GET", `transactions/${placedOf(cast, planned).transactionId}`, {
    as,
  });
}
