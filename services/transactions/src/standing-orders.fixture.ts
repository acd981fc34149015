import {
  ChangeStandingOrder,
  CreateStandingOrder,
  GetRates,
  GetStandingOrder,
  idOf,
  type RequestInput,
  type StandingOrderDetailView,
  StandingOrderResponse,
} from "@sanu/contracts";
import {
  type AccountId,
  instant,
  newId,
  type PaymentId,
  type StandingOrderId,
  type TransactionId,
} from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import type { Placed } from "./orders.fixture.ts";
import type { RunningTransactions } from "./transactions.fixture.ts";

type Wanted = RequestInput<typeof CreateStandingOrder>;

/** Looks so often that a test need not wait for one. */
export const standingOverrides = { lookMs: 100 } as const;

/** Settings under which rates change when a test says so. */
export const standingEnv = { RATE_POLL_MS: "60000", RATE_STALE_AFTER_MS: "3600000" };

export const every = (
  frequency: "day" | "week" | "month",
  time: string,
  day: number | null = null,
): Wanted["trigger"] => ({ kind: "schedule", every: frequency, day, time });

export const price = (xofPerBtc: string): Wanted["trigger"] => ({
  kind: "price",
  priceXofPerBtc: xofPerBtc,
});

/** An order to buy for 10 000 XOF every day at nine, by a person of her own unless told. */
export function wanted(changes: Partial<Wanted> = {}): Wanted {
  return {
    commandId: newId<"CommandId">(),
    accountId: newId<"AccountId">(),
    transactionType: "BUY_BITCOIN",
    amountXof: "10000",
    receiver: "ok@sandbox.sanu",
    number: "+2290196000001",
    country: null,
    channel: null,
    trigger: every("day", "09:00"),
    until: null,
    ordersMax: null,
    idempotency: null,
    ...changes,
  };
}

export interface PlacedStanding {
  readonly accountId: AccountId;
  readonly orderId: StandingOrderId;
}

/** Places an order in advance; fails the test when it is refused. */
export async function placeStanding(
  running: RunningTransactions,
  changes: Partial<Wanted> = {},
): Promise<PlacedStanding> {
  const asked = wanted(changes);
  const result = await running.request(CreateStandingOrder, asked);
  if (result.kind !== "replied") throw new Error(`Not placed: ${JSON.stringify(result)}`);
  const { order } = StandingOrderResponse.parse(JSON.parse(result.data.responseJson));
  const orderId = idOf<StandingOrderId>().parse(order.id);
  return { accountId: asked.accountId, orderId };
}

export async function standingOf(
  running: RunningTransactions,
  of: PlacedStanding,
): Promise<StandingOrderDetailView> {
  const result = await running.request(GetStandingOrder, of);
  if (result.kind !== "replied") throw new Error(`No order: ${JSON.stringify(result)}`);
  return result.data.order;
}

export function change(
  running: RunningTransactions,
  of: PlacedStanding,
  kind: "pause" | "resume" | "cancel",
) {
  const commandId = newId<"CommandId">();
  return running.request(ChangeStandingOrder, { commandId, ...of, change: kind });
}

/** Waits until so many due moments have an outcome; the newest first. */
export function occurrencesOf(running: RunningTransactions, of: PlacedStanding, count: number) {
  return eventually(`${count} occurrences of ${of.orderId}`, async () => {
    const { occurrences } = await standingOf(running, of);
    return occurrences.length >= count && occurrences;
  });
}

/** The present, as a test says it. */
export function setClock({ clock }: RunningTransactions, text: string): void {
  clock.set(instant(`${text}:00.000000Z`));
}

/** Looks that find nothing to do, so that nothing comes of it later either. */
export async function lookedTwice(running: RunningTransactions): Promise<void> {
  const looks = async () => {
    const answer = await fetch(`http://127.0.0.1:${running.service.healthPort()}/metrics`);
    const [, count] = looksCounted.exec(await answer.text()) ?? [];
    return Number(count);
  };
  for (let count = 0; count < 3; count += 1) {
    const before = await looks();
    await eventually("the orders are looked at", async () => (await looks()) > before);
  }
}

const looksCounted = /sanu_loop_runs_total\{loop="standing-orders",service="transactions"\} (\d+)/;

/** The transaction of an occurrence, as other tests know one. */
export async function transactionOf(
  running: RunningTransactions,
  { accountId }: PlacedStanding,
  transactionId: string,
): Promise<Placed> {
  const [row] = await running.rowsOf<{ payment_id: PaymentId; amount_xof: bigint; type: string }>(
    `select payment_id, amount_xof, transaction_type as type from transaction_detail
     where transaction_id = $1`,
    [transactionId],
  );
  if (row === undefined) throw new Error(`There is no transaction ${transactionId}`);
  const { payment_id: paymentId, amount_xof: amount, type } = row;
  const answer = { transaction: { amount: Number(amount), type } } as Placed["answer"];
  return { accountId, transactionId: transactionId as TransactionId, paymentId, answer };
}

/** Of all transactions of an account, how many there are. */
export async function countTransactions(
  running: RunningTransactions,
  { accountId }: Pick<PlacedStanding, "accountId">,
): Promise<number> {
  const rows = await running.rowsOf("select from transaction_list where account_id = $1", [
    accountId,
  ]);
  return rows.length;
}

const boardText = `update rate_board set mid_xof_per_btc = $1, mid_as_of = clock_timestamp(),
  is_frozen = false, manual_xof_per_btc = null`;

/** The market moves, and the service knows; null is a market that says nothing. */
export async function market(running: RunningTransactions, mid: string): Promise<void> {
  await running.rowsOf(boardText, [mid]);
  await eventually("the rate is known", async () => {
    const result = await running.request(GetRates, {});
    return result.kind === "replied" && String(result.data.rates.mid) === mid;
  });
}

/** No rate can be trusted, and the service knows. */
export async function untrusted(running: RunningTransactions, how: string): Promise<void> {
  await running.rowsOf(`update rate_board set ${how}`);
  await eventually("no rate is trusted", async () => {
    const result = await running.request(GetRates, {});
    return result.kind === "refused";
  });
}
