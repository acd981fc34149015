import { randomUUID } from "node:crypto";
import { plusMs, systemClock, xof } from "@sanu/kernel";
import { connectorSettings } from "@sanu/rails";
import type { ProviderServer, SimulatedProvider } from "@sanu/sandbox";
import { stopInOrder } from "../stop-in-order.ts";
import { startAlteringProxy } from "./altering-proxy.ts";
import type { Question } from "./misreadings.fixture.ts";
import { statesWhatMoved } from "./provider-harness.fixture.ts";
import { withNames } from "./remembered-names.fixture.ts";
import { disburseOrderTo, orderOf } from "./sandbox-harness.fixture.ts";

/** A provider behind somebody who tells its answers otherwise. */
export async function openAltered(server: ProviderServer) {
  const proxy = await startAlteringProxy(server.url);
  const settings = Object.entries(server.settings).map(
    ([name, value]) => [name, value.replaceAll(server.url, proxy.url)] as const,
  );
  const isStating = statesWhatMoved(server.provider as SimulatedProvider);
  const ports = {
    collection: "MONEY",
    disbursement: "MONEY",
    ...(isStating && { statement: "MONEY" as const }),
  } as const;
  const environment = { MONEY: server.provider, ...Object.fromEntries(settings) };
  const { connectors } = connectorSettings(ports).parse(environment);
  const options = { callTimeoutMs: 10_000 };
  const names = withNames();
  const collection = names.collection(connectors.collection.open(options)[0]);
  const disbursement = names.disbursement(connectors.disbursement.open(options)[0]);
  const [statement] = connectors.statement?.open(options) ?? [];
  const rails = [collection, disbursement, ...(statement === undefined ? [] : [statement])];
  const close = () => stopInOrder(...rails.map((rail) => rail.close), proxy.close, server.close);
  return { server, proxy, collection, disbursement, statement, close };
}

export type Altered = Awaited<ReturnType<typeof openAltered>>;

type Fields = Readonly<Record<string, unknown>>;
type Amounts = readonly { readonly amountXof: bigint }[];

/** The money that an outcome tells of, whatever else it says: who paid, when, and what it cost may be missing. */
function moneyIn(outcome: object): string {
  const { kind, reason, amountXof, receipts, reversals, value, settled } = outcome as Fields;
  const amounts = [receipts, reversals].map((ones) =>
    ((ones ?? []) as Amounts).map((one) => one.amountXof).join(),
  );
  const within = [value, settled].flatMap((one) =>
    typeof one === "object" && one !== null ? [`(${moneyIn(one)})`] : [],
  );
  return [kind, reason, amountXof, ...amounts, ...within].map(String).join(" ");
}

const amountXof = xof(5_000n);

async function placed({ server, collection }: Altered) {
  const order = orderOf(amountXof);
  await collection.initiate(order);
  const [taken] = server.book.withKey(order.key);
  if (taken === undefined) throw new Error("The provider did not take the order");
  return { key: order.key, taken };
}

async function paid(altered: Altered) {
  const { key, taken } = await placed(altered);
  altered.server.book.settle(taken);
  const status = await altered.collection.status({ key, providerReference: null });
  if (status.kind !== "completed") throw new Error(`Not paid: ${status.kind}`);
  return { key, providerReference: status.providerReference };
}

/** Orders of each end, and every question about them; by the provider's own name of an order as well. */
export async function questionsOf(altered: Altered): Promise<ReadonlyMap<string, Question>> {
  const { server, collection, disbursement } = altered;
  const [open, paidOne, declined] = [
    await placed(altered),
    await paid(altered),
    await placed(altered),
  ];
  server.book.fail(declined.taken, "declined");
  const { providerReference } = paidOne;
  const refund = {
    key: randomUUID(),
    collectionKey: paidOne.key,
    providerReference,
    amountXof,
  };
  await collection.refund(refund);
  const sent = disburseOrderTo("+2290196000001");
  const failed = disburseOrderTo("+2290196000089");
  for (const order of [sent, failed]) await disbursement.disburse(order);
  const money = (call: Question["call"]) => ({ call, read: moneyIn });
  const status = (key: string, name: string | null) =>
    money(() => collection.status({ key, providerReference: name }));
  return new Map<string, Question>([
    ["the status of an order that is paid", status(paidOne.key, null)],
    ["the same by its name", status(paidOne.key, providerReference)],
    ["the status of an open order", status(open.key, null)],
    ["the status of an order that was declined", status(declined.key, null)],
    ["the status of a refund", money(() => collection.refundStatus({ key: refund.key }))],
    ["the status of a payout", money(() => disbursement.status(sent.key))],
    ["the status of a payout that failed", money(() => disbursement.status(failed.key))],
    ["the conditions of a channel", conditionsOf(altered)],
    ["the floats", floatsOf(altered)],
    ...statementsOf(altered),
  ]);
}

/** Whoever says closed, nothing, or no channel of ours is given no orders: that loses no money. */
function conditionsOf({ disbursement }: Altered): Question {
  return {
    call: () => disbursement.conditions("MTN_OPEN"),
    read: (outcome) => {
      const { kind, isOpen, amountXofMin, amountXofMax, floatXof } = outcome as Fields;
      if (kind !== "conditions" || isOpen !== true) return `closed: ${String(kind)}`;
      return [kind, amountXofMin, amountXofMax, floatXof].map(String).join(" ");
    },
    mayBe: (read) => read.startsWith("closed") || read.endsWith(" 0"),
  };
}

/** An account can be empty, and one of which it says in no words of ours what it is for is none; any other has what it had. */
function floatsOf({ disbursement }: Altered): Question {
  return {
    call: () => disbursement.floats(),
    read: (outcome) => {
      const { kind, floats = [] } = outcome as Fields & {
        floats?: readonly { readonly availableXof: bigint }[];
      };
      const amounts = floats.map(({ availableXof }) => String(availableXof));
      return [String(kind), ...amounts].join(" ");
    },
    mayBe: (read, plain) => {
      const had = [...plain.split(" "), "0"];
      return read.split(" ").every((one) => had.includes(one));
    },
  };
}

function statementsOf({ statement }: Altered): readonly (readonly [string, Question])[] {
  if (statement === undefined) return [];
  const now = systemClock.now();
  const period = { from: plusMs(now, -3_600_000), to: plusMs(now, 60_000) };
  return ["collections", "disbursements"].map((account) => {
    const call = () => statement.readPage({ ...period, account, cursor: null });
    return [`the statement of ${account}`, { call, read: linesIn, mayBe: hasAllOf }] as const;
  });
}

/** Without our mark a payout was ordered by hand; it moved as much all the same. */
const outward: ReadonlySet<unknown> = new Set(["disbursement", "refund", "transfer-out"]);

function linesIn(outcome: object): string {
  const { kind, reason, value } = outcome as Fields;
  const { lines } = (value ?? { lines: [] }) as { readonly lines: readonly Fields[] };
  const moved = lines.map((line) =>
    [outward.has(line["kind"]) ? "out" : "in", line["amount"], line["state"]].map(String).join(),
  );
  return [kind, reason, ...moved].map(String).join(" ");
}

/** A refund without our mark is a line of the other account. */
function hasAllOf(read: string, plain: string): boolean {
  const rest = read.split(" ");
  return plain.split(" ").every((one) => rest.includes(one) && rest.splice(rest.indexOf(one), 1));
}

/** Every order that moves money, as it is placed: told otherwise, it is placed still. */
export async function ordersOf(altered: Altered): Promise<ReadonlyMap<string, Question>> {
  const { collection, disbursement } = altered;
  const collected = orderOf(amountXof);
  const disbursed = disburseOrderTo("+2290196000001");
  const { key: collectionKey, providerReference } = await paid(altered);
  const refunded = { key: randomUUID(), collectionKey, providerReference, amountXof };
  const order = (call: Question["call"]): Question => ({ call, read: kindIn });
  return new Map([
    ["a collection", order(() => collection.initiate(collected))],
    ["a payout", order(() => disbursement.disburse(disbursed))],
    ["a refund", order(() => collection.refund(refunded))],
  ]);
}

function kindIn(outcome: object): string {
  return String((outcome as Fields)["kind"]);
}
