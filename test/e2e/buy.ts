import { newId } from "@sanu/kernel";
import { type ApiResponse, eventually, type Person, type World } from "@sanu/testing";

/** What a test orders; the rest has defaults. */
export interface Order {
  readonly amount?: number;
  readonly receiver?: string;
  /** Ends in the sandbox's magic digits. */
  readonly number?: string;
  readonly idempotencyKey?: string;
}

/** A number whose last three digits make the sandbox do something; `01 90` is MTN in Benin. */
export function numberEndingIn(digits: string): string {
  return `+2290190000${digits}`;
}

/** Orders a purchase over the public API. */
export function buy(
  world: Pick<World, "api">,
  person: Person,
  order: Order = {},
): Promise<ApiResponse> {
  const { amount = 10_000, receiver = "ok@sandbox.sanu", number = numberEndingIn("789") } = order;
  const headers =
    order.idempotencyKey === undefined ? {} : { "idempotency-key": order.idempotencyKey };
  return world.api.call("POST", "/api/v1/transactions/create", {
    token: person.token,
    headers,
    body: { amount, type: "BUY_BITCOIN", receiver_address: receiver, number },
  });
}

/** Orders a purchase as good clients do: what a busy machine does not answer in time is sent again under its key. */
export function buyPatiently(
  world: Pick<World, "api">,
  person: Person,
  order: Order = {},
): Promise<ApiResponse> {
  const keyed = { ...order, idempotencyKey: newId<string>() };
  return eventually("the order is answered", async () => {
    const response = await buy(world, person, keyed);
    const isLater = response.status === 409 || response.text.includes('"service-unavailable"');
    return !isLater && response;
  });
}

/** The fields of a created transaction that tests look at. */
export interface Created {
  readonly id: string;
  readonly payment_url: string;
  readonly status: string;
  readonly reference: string;
  readonly payment_id: string;
}

/** The created transaction of an answer; throws with the answer when it is not 201. */
export function createdOf(response: ApiResponse): Created {
  if (response.status !== 201) throw new Error(`create: ${response.status} ${response.text}`);
  return response.json<{ transaction: Created }>().transaction;
}

/** The fields of a detail that tests look at. */
export interface Detail {
  readonly status: string;
  readonly progress: { readonly payment_status: string; readonly payout_status: string };
  readonly payout_reference: string | null;
  readonly completed_at: string | null;
  readonly payment_url: string;
}

/** Reads a transaction of its owner. */
export async function detailOf(
  world: Pick<World, "api">,
  person: Person,
  id: string,
): Promise<Detail> {
  const response = await world.api.call("GET", `/api/v1/transactions/${id}`, {
    token: person.token,
  });
  if (response.status !== 200) throw new Error(`detail: ${response.status} ${response.text}`);
  return response.json<{ transaction: Detail }>().transaction;
}

/** The provider's page of a purchase, as soon as it is known: an order that waits too long for it answers with ours. */
export function providerPageOf(world: World, person: Person, id: string): Promise<string> {
  return eventually("the provider's page is known", async () => {
    const { payment_url: url } = await detailOf(world, person, id);
    return !url.startsWith(world.publicUrl) && url;
  });
}

/**
 * Opens connections ahead of many orders at once: with a handshake to make first, they would come one after
 * the other and never meet.
 */
export async function openConnections(
  { api }: Pick<World, "api">,
  { token }: Person,
  count: number,
): Promise<void> {
  const look = () => api.call("GET", "/api/v1/transactions/remaining", { token });
  await Promise.all(Array.from({ length: count }, look));
}
