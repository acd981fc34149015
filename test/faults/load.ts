import { setTimeout as wait } from "node:timers/promises";
import { type ApiClient, fairNowMs, type Person } from "@sanu/testing";
import { type ClientJournal, createClientJournal, isLater } from "./client-journal.ts";
import type { Ending } from "./ending.ts";
import { endingsOf, isSale, numberEndingOf, type Order, receiverOf } from "./outcomes.ts";
import { registerCanary, type Send, signUpCanary } from "./people.ts";
import { createSaleAmounts } from "./sale-amounts.ts";
import { satsEndingOf } from "./sale-outcomes.ts";
import type { FaultSystem } from "./system.ts";

export const loadLimits = {
  /** A client gives up on one wish after this. */
  patienceMs: 60_000,
  pauseMs: 150,
  /** What is not answered again and again is repeated after ever longer pauses, up to this. */
  pauseMsMax: 1_500,
  /** Above what an address on the chain is worth. */
  amountFirstXof: 10_000,
  /** More than the sales of any load can take out of it. */
  floatXof: "1000000000000",
  listRows: 100,
  /** So few that none of them waits for the others and not for us. */
  repeatedAtOnce: 16,
} as const;

/** MTN in Benin; the last three digits tell the sandbox what its owner does. */
export const payerNumberStart = "+2290190000";

function numberOf(order: Order, owner: number): string {
  const start = `${payerNumberStart.slice(0, -3)}${String(owner % 1_000).padStart(3, "0")}`;
  return `${start}${numberEndingOf(order)}`;
}

/** A purchase or a sale that the client asked for; `id` once the exchange has acknowledged it. */
export interface Deal {
  readonly person: Person;
  readonly key: string;
  /** Unlike that of every other deal of this load, so that the sandbox's journal names it. */
  readonly amountXof: bigint;
  readonly order: Order;
  readonly number: string;
  readonly receiver: string;
  id: string | undefined;
  /** The endings that are right for it. A test that changes what happened changes them. */
  endings: readonly Ending[];
}

/** A client that behaves well: it repeats what was not answered, under the same key, until it is. */
export interface Load {
  readonly journal: ClientJournal;
  readonly deals: readonly Deal[];
  /** Everybody who was signed up. */
  readonly people: readonly Person[];
  /** Registers somebody new, verifies and logs in. */
  readonly signUp: () => Promise<Person>;
  /** Registers somebody new and leaves it there. */
  readonly register: () => Promise<void>;
  readonly begin: (person: Person, order: Order) => Deal;
  /** Sends the deal until it is acknowledged. */
  readonly create: (deal: Deal) => Promise<void>;
  /** Sends every deal once more under its key, some at a time: all at once is a flood, not a repetition. */
  readonly repeatAll: () => Promise<void>;
  /** Reads one deal; returns its status. */
  readonly read: (deal: Deal) => Promise<string>;
  /** Reads one of the three overviews of a person. */
  readonly overview: (person: Person, of: Overview) => Promise<void>;
  /** Asks until the deal shows this status; throws with the last one when it never does. */
  readonly waitFor: (deal: Deal, status: string, withinMs: number) => Promise<void>;
  /** Sends any request until there is a 2xx, and notes every answer. */
  readonly send: Send;
}

export const overviews = ["", "/remaining", "/flashback"] as const;
export type Overview = (typeof overviews)[number];

type LoadNeeds = Pick<FaultSystem, "api" | "mail" | "sandbox">;

interface LoadOptions {
  /** So long a client repeats one wish before it gives up, which is a fault. */
  readonly patienceMs?: number;
  /** Of all amounts; some providers take no other. */
  readonly multipleXof?: bigint;
  /** Hardly two deals have one number: some providers pay out to none often. */
  readonly manyNumbers?: boolean;
}

export function createLoad(system: LoadNeeds, options: LoadOptions = {}): Load {
  const { patienceMs = loadLimits.patienceMs, multipleXof = 1n } = options;
  const journal = createClientJournal();
  const deals: Deal[] = [];
  const people: Person[] = [];
  const nextSaleXof = createSaleAmounts(multipleXof);
  system.sandbox.journal.record({ kind: "float-set", amountXof: loadLimits.floatXof });
  const send = sender(system.api, journal, patienceMs);
  const read = (deal: Deal) => readStatus(send, journal, deal);
  const create = async (deal: Deal): Promise<void> => {
    const { text } = await send("POST", "/api/v1/transactions/create", creationOf(deal));
    const { transaction } = JSON.parse(text) as { transaction: { id: string } };
    deal.id = transaction.id;
    journal.acknowledgeDeal(deal.key, transaction.id, text);
  };
  return {
    journal,
    deals,
    people,
    send,
    async signUp() {
      const person = await signUpCanary(send, system.mail);
      people.push(person);
      return person;
    },
    async register() {
      journal.registered.push((await registerCanary(send)).accountId);
    },
    begin(person, order) {
      const amountXof = isSale(order)
        ? nextSaleXof(satsEndingOf(order))
        : BigInt(loadLimits.amountFirstXof) + BigInt(deals.length) * multipleXof;
      const key = `deal-${deals.length}`;
      const invoice = () => invoiceFor(system, amountXof);
      const number = numberOf(order, options.manyNumbers ? deals.length : 0);
      const receiver = receiverOf(order, { number, invoice });
      const endings = endingsOf(order);
      const id = undefined;
      const deal: Deal = { person, key, amountXof, order, number, receiver, id, endings };
      deals.push(deal);
      return deal;
    },
    create,
    async repeatAll() {
      const left = deals.values();
      const lane = async (): Promise<void> => {
        for (const deal of left) await create(deal);
      };
      await Promise.all(Array.from({ length: loadLimits.repeatedAtOnce }, lane));
    },
    read,
    async overview({ token }, of) {
      await send("GET", `/api/v1/transactions${of}`, { token });
    },
    async waitFor(deal, status, withinMs) {
      const deadline = fairNowMs() + withinMs;
      for (;;) {
        const now = await read(deal);
        if (now === status) return;
        if (fairNowMs() > deadline) {
          throw new Error(`${deal.id} is ${now}, not ${status}`);
        }
        await wait(loadLimits.pauseMs);
      }
    },
  };
}

function creationOf({ person, key, amountXof, order, number, receiver }: Deal) {
  return {
    token: person.token,
    headers: { "idempotency-key": key },
    body: {
      amount: Number(amountXof),
      type: isSale(order) ? "SELL_BITCOIN" : "BUY_BITCOIN",
      receiver_address: receiver,
      number,
    },
  };
}

async function readStatus(
  send: Send,
  journal: ClientJournal,
  { id, person, amountXof }: Deal,
): Promise<string> {
  const startedAtMs = fairNowMs();
  const path = `/api/v1/transactions/${id}`;
  const response = await send("GET", path, { token: person.token });
  const { transaction } = response.json<{ transaction: { status: string; amount_xof: string } }>();
  if (transaction.amount_xof !== `${amountXof} XOF`) {
    journal.recordFault(`${id} shows ${transaction.amount_xof}, and ${amountXof} XOF was ordered`);
  }
  journal.recordStatus(`${id}`, transaction.status, { method: "GET", path, startedAtMs });
  return transaction.status;
}

/** What the buyer's rate gives for an amount: 60 000 000 XOF per bitcoin and 2 %. */
const rateXofPerBtc = 61_200_000n;

function invoiceFor({ sandbox }: LoadNeeds, amountXof: bigint): string {
  return sandbox.node.issueInvoice("somebody@wallet.example", purchaseSats(amountXof)).invoice;
}

/** The satoshis that a purchase of so much brings. */
export function purchaseSats(amountXof: bigint): bigint {
  return (amountXof * 100_000_000n) / rateXofPerBtc;
}

/** Sends until there is a 2xx. What is neither that nor an honest "later" is kept and thrown. */
function sender(api: ApiClient, journal: ClientJournal, patienceMs: number): Send {
  return async (method, path, call) => {
    const deadline = fairNowMs() + patienceMs;
    for (let pauseMs: number = loadLimits.pauseMs; ; pauseMs *= 2) {
      const startedAtMs = fairNowMs();
      const response = await api.call(method, path, call).catch(() => undefined);
      journal.recordResponse({ method, path, startedAtMs }, response);
      if (response !== undefined && response.status < 300) return response;
      if (response !== undefined && !isLater(response)) {
        throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
      }
      if (fairNowMs() > deadline) {
        throw new Error(`${method} ${path}: at last ${response?.text ?? "nobody answers"}`);
      }
      await wait(Math.min(pauseMs, loadLimits.pauseMsMax));
    }
  };
}
