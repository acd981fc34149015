import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { headers as emptyHeaders, type MsgHdrs } from "@nats-io/transport-node";
import {
  factHeader,
  factSubject,
  factsOfService,
  factType,
  fixedFactHeaders,
  type PublishingService,
  streamName,
} from "@sanu/contracts";
import { type EventId, type Instant, instantOfEpochMs } from "@sanu/kernel";
import type { Messaging, PublishedFact } from "@sanu/platform";

/** A fact as a test publishes it by itself. */
export type MadeFact = Omit<PublishedFact, "sequence">;

const inFlightMax = 500;
/** A machine under load keeps the disk for itself at times. */
const publishTimeoutMs = 120_000;
const firstDay = Date.parse("2026-01-01T00:00:00.000Z");
const dayMs = 86_400_000;

/** A UUID of version 7 that is the same for the same numbers. */
function idOf<Id extends string>(number: number, kind: number): Id {
  const hex = number.toString(16).padStart(12, "0");
  const text = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${kind.toString(16).padStart(12, "0")}`;
  return text as Id;
}

/** Purchases of a stream of transactions, three facts each, spread evenly over days; the same for the same number. */
export function* purchaseFacts(count: number, days: number): Generator<MadeFact> {
  for (let at = 0; at < count; at += 1) {
    const number = Math.floor(at / 3);
    const time = instantOfEpochMs(firstDay + Math.floor((at * days * dayMs) / count));
    const [name, data] = purchaseFact(number, at % 3, time);
    yield {
      id: idOf<EventId>(at, 9),
      type: factType("transactions", name, 1),
      aggregateId: idOf(number, 1),
      time,
      position: `1.${1_000 + number}.${at + 1}`,
      correlationId: `correlation-${number}`,
      causationId: idOf<EventId>(at, 8),
      traceparent: "",
      data: Buffer.from(JSON.stringify(data)),
    };
  }
}

function purchaseFact(number: number, step: number, at: Instant): readonly [string, object] {
  const transactionId = idOf(number, 1);
  const amounts = {
    amountXof: `${5_000 + (number % 997)}`,
    amountSats: `${8_000 + (number % 991)}`,
  };
  const kind = { transactionType: "BUY_BITCOIN", ...amounts };
  const payoutId = idOf(number, 4);
  const hmac = (letter: string) => `${number.toString(36)}${letter.repeat(43)}`.slice(0, 43);
  if (step === 2) {
    const accountId = idOf(number % 1_000, 2);
    return [
      "TransactionCompleted",
      { transactionId, accountId, ...kind, payoutId, completedAt: at },
    ];
  }
  const destination = { receiverKind: "lightning-address", receiverHmac: hmac("b") };
  const shared = { payoutChannel: null, numberHmac: hmac("a"), ...destination };
  if (step === 1) {
    const payoutReference = `PAYOUT_${number}`;
    const ids = { transactionId, paymentId: idOf(number, 3), payoutId, payoutReference };
    return ["TransactionPaid", { ...ids, ...kind, ...shared, paidAt: at }];
  }
  return [
    "TransactionCreated",
    {
      transactionId,
      reference: `TXN_${number}`,
      accountId: idOf(number % 1_000, 2),
      ...kind,
      rateXofPerBtc: "61200000",
      paymentId: idOf(number, 3),
      paymentReference: `PAY_${number}`,
      channel: number % 2 === 0 ? "MTN_OPEN" : "MOOV",
      ...shared,
      quoteId: null,
      limitMonth: at.slice(0, 7),
      expiresAt: at,
      createdAt: at,
    },
  ];
}

/** Makes a service's stream, as empty as it begins. */
export async function makeStream(messaging: Messaging, service: PublishingService): Promise<void> {
  const manager = await jetstreamManager(messaging.connection);
  const name = streamName(messaging.namespace, service);
  await manager.streams.add({ name, subjects: [factsOfService(messaging.namespace, service)] });
}

/** Publishes facts in their order, without a log behind them. */
export async function publishFacts(messaging: Messaging, facts: Iterable<MadeFact>): Promise<void> {
  const client = jetstream(messaging.connection);
  let waiting: Promise<unknown>[] = [];
  for (const fact of facts) {
    const headers = headersOf(fact);
    const subject = factSubject(messaging.namespace, fact.type);
    waiting.push(client.publish(subject, fact.data, { headers, timeout: publishTimeoutMs }));
    if (waiting.length < inFlightMax) continue;
    await Promise.all(waiting);
    waiting = [];
  }
  await Promise.all(waiting);
}

function headersOf(fact: MadeFact): MsgHdrs {
  const { id, type, aggregateId: subject, time, position } = fact;
  const headers = emptyHeaders();
  for (const [name, value] of [
    ...fixedFactHeaders,
    [factHeader("source"), `/sanu/${type.split(".")[1]}`],
    [factHeader("id"), id],
    [factHeader("type"), type],
    [factHeader("subject"), subject],
    [factHeader("time"), time],
    [factHeader("correlationid"), fact.correlationId],
    [factHeader("causationid"), fact.causationId],
    [factHeader("position"), position],
  ] as const) {
    headers.set(name, value);
  }
  return headers;
}
