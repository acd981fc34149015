import { setTimeout as wait } from "node:timers/promises";
import type { MailSink } from "@sanu/sandbox";
import { type ApiClient, type Person, readCode } from "@sanu/testing";
import { type ClientJournal, createClientJournal } from "./client-journal.ts";

/** Digits and receivers of the sandbox with which a purchase completes (api.md 5). */
export const completing = {
  numbers: ["789", "002"],
  receivers: ["ok@sandbox.sanu", "slow@sandbox.sanu", "hang-ok@sandbox.sanu"],
} as const;

export const loadLimits = {
  /** A client gives up on one wish after this. */
  patienceMs: 60_000,
  pauseMs: 150,
  amountFirstXof: 2_000,
} as const;

/** The payer who completes after a while. */
export const slowPayer = "002";

/** MTN in Benin; the last three digits tell the sandbox what the payer does. */
export const payerNumberStart = "+2290190000";

export interface Order {
  readonly numberEnding: string;
  readonly receiver: string;
}

/** A purchase that the client asked for; `id` once the exchange has acknowledged it. */
export interface Purchase {
  readonly person: Person;
  readonly key: string;
  /** Unlike that of every other purchase of this load, so that the sandbox's journal names it. */
  readonly amountXof: bigint;
  readonly order: Order;
  id: string | undefined;
}

/** A client that behaves well: it repeats what was not answered, under the same key, until it is. */
export interface Load {
  readonly journal: ClientJournal;
  readonly purchases: readonly Purchase[];
  /** Registers somebody new, verifies and logs in. */
  readonly signUp: () => Promise<Person>;
  /** Registers somebody new and leaves it there. */
  readonly register: () => Promise<void>;
  readonly begin: (person: Person, order: Order) => Purchase;
  /** Sends the purchase until it is acknowledged. */
  readonly create: (purchase: Purchase) => Promise<void>;
  /** Asks until the purchase shows this status; throws with the last one when it never does. */
  readonly waitFor: (purchase: Purchase, status: string, withinMs: number) => Promise<void>;
}

export function createLoad({
  api,
  mail,
}: {
  readonly api: ApiClient;
  readonly mail: MailSink;
}): Load {
  const journal = createClientJournal();
  const purchases: Purchase[] = [];
  const send = sender(api, journal);
  return {
    journal,
    purchases,
    signUp: () => signUp(send, mail),
    async register() {
      const { accountId } = await register(send);
      journal.registered.push(accountId);
    },
    begin(person, order) {
      const amountXof = BigInt(loadLimits.amountFirstXof + purchases.length);
      const key = `purchase-${purchases.length}`;
      const purchase: Purchase = { person, key, amountXof, order, id: undefined };
      purchases.push(purchase);
      return purchase;
    },
    async create(purchase) {
      const { person, key, amountXof, order } = purchase;
      const answer = await send("POST", "/api/v1/transactions/create", {
        token: person.token,
        headers: { "idempotency-key": key },
        body: {
          amount: Number(amountXof),
          type: "BUY_BITCOIN",
          receiver_address: order.receiver,
          number: `${payerNumberStart}${order.numberEnding}`,
        },
      });
      purchase.id = answer.json<{ transaction: { id: string } }>().transaction.id;
      journal.acknowledgePurchase(key, purchase.id, answer.text);
    },
    async waitFor({ person, id }, status, withinMs) {
      const deadline = performance.now() + withinMs;
      for (;;) {
        const answer = await send("GET", `/api/v1/transactions/${id}`, { token: person.token });
        const now = answer.json<{ transaction: { status: string } }>().transaction.status;
        if (now === status) return;
        if (performance.now() > deadline) throw new Error(`${id} is ${now}, not ${status}`);
        await wait(loadLimits.pauseMs);
      }
    },
  };
}

type Send = ApiClient["call"];

/** Sends until there is a 2xx. What is neither that nor an honest "later" is kept and thrown. */
function sender(api: ApiClient, journal: ClientJournal): Send {
  return async (method, path, call) => {
    const deadline = performance.now() + loadLimits.patienceMs;
    for (;;) {
      const startedAt = performance.now();
      const answer = await api.call(method, path, call).catch(() => undefined);
      journal.noteAnswer(method, path, answer, performance.now() - startedAt);
      if (answer !== undefined && answer.status < 300) return answer;
      if (answer !== undefined && answer.status !== 503) {
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      }
      if (performance.now() > deadline) throw new Error(`${method} ${path}: nobody answers`);
      await wait(loadLimits.pauseMs);
    }
  };
}

/** Everybody has this name; nothing that is stored or logged in the open may carry it. */
export const personName = "Awa Canary Dossou";

async function register(send: Send) {
  const email = `canary-${crypto.randomUUID()}@example.org`;
  const password = `canary-${crypto.randomUUID()}`;
  const body = { name: personName, email, password };
  const answer = await send("POST", "/api/v1/auth/register", { body });
  return { accountId: answer.json<{ user_id: string }>().user_id, email, password };
}

async function signUp(send: Send, mail: MailSink): Promise<Person> {
  const { accountId, email, password } = await register(send);
  const code = await readCode(mail, email);
  await send("POST", "/api/v1/auth/verify-otp", { body: { user_id: accountId, code } });
  const loggedIn = await send("POST", "/api/v1/auth/login", { body: { email, password } });
  const { token } = loggedIn.json<{ data: { token: string } }>().data;
  return { accountId, email, password, token };
}
