import { type ApiResponse, eventually, type Person, type World } from "@sanu/testing";
import { expect } from "vitest";
import { createdOf, detailOf, numberEndingIn } from "./buy.ts";

/** What a test sells; the rest has defaults. */
export interface Sale {
  /** Gets the francs; its last digits make the sandbox do something. */
  readonly number?: string;
  /** Where the sats go back to; a phone number names no such place. */
  readonly receiver?: string;
}

/** No wallet has this number, so that francs cannot be paid out to it. */
export const noWallet = numberEndingIn("089");

/** The sats that every sale of these tests asks for: 10 000 XOF at the rate of the sandbox. */
export const soldSats = 17_007n;

/** Orders a sale of 10 000 XOF over the public API. */
export function sell(
  world: Pick<World, "api">,
  person: Person,
  { number = numberEndingIn("700"), receiver = "ok@sandbox.sanu" }: Sale = {},
): Promise<ApiResponse> {
  return world.api.call("POST", "/api/v1/transactions/create", {
    token: person.token,
    body: { amount: 10_000, type: "SELL_BITCOIN", receiver_address: receiver, number },
  });
}

/**
 * The id and the invoice of a sale; throws with the answer when it is not 201. An order that waits too long for its
 * invoice is answered without, and then our page shows it.
 */
export async function soldOf(
  { api }: Pick<World, "api">,
  response: ApiResponse,
): Promise<{ readonly id: string; readonly invoice: string }> {
  const { id, payment_url: url } = createdOf(response);
  const { invoice } = response.json<{ invoice: string | null }>();
  return { id, invoice: invoice ?? (await shownInvoice({ api }, url)) };
}

/** The invoice that the page of a sale shows. */
export function shownInvoice({ api }: Pick<World, "api">, paymentUrl: string): Promise<string> {
  return eventually("the page shows the invoice", async () => {
    const page = await api.call("GET", new URL(paymentUrl).pathname);
    return /lnbcrt[0-9a-z]+/.exec(page.text)?.[0];
  });
}

/** A wallet pays an invoice, as it was asked to or otherwise; the status of the node's answer. */
export async function payInvoice(
  { sandbox }: Pick<World, "sandbox">,
  invoice: string,
  otherwise: { readonly amount_sats?: string; readonly blocks?: number } = {},
): Promise<number> {
  const response = await fetch(`${sandbox.url}/control/invoice-payments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ invoice, ...otherwise }),
  });
  return response.status;
}

/** Orders a sale and pays its invoice; the id of it. */
export async function sellAndPay(world: World, person: Person, sale: Sale = {}): Promise<string> {
  const { id, invoice } = await soldOf(world, await sell(world, person, sale));
  expect(await payInvoice(world, invoice)).toBe(204);
  return id;
}

/** Waits until a transaction has a status, for as long as unanswered calls may take. */
export function reached(
  world: World,
  person: Person,
  of: { readonly id: string; readonly status: string },
): Promise<unknown> {
  return eventually(
    `the transaction is ${of.status}`,
    async () => (await detailOf(world, person, of.id)).status === of.status,
    30_000,
  );
}

/** The owner changes her mind. */
export function cancel(
  { api }: Pick<World, "api">,
  { token }: Person,
  id: string,
): Promise<ApiResponse> {
  return api.call("POST", `/api/v1/transactions/${id}/cancel`, { token });
}
