import * as contracts from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import type { AskResult } from "@sanu/platform";
import { callbackSignature, type Payment } from "@sanu/sandbox";
import { readCode, type World } from "@sanu/testing";
import { buy, numberEndingIn } from "./buy.ts";

/** The same command each time that it is called. */
export type Command = () => Promise<AskResult<unknown>>;

/** A request as the test of double delivery sees it: it only reads, or a way to make a command of it. */
export type RequestCase = "reads" | ((world: World) => Promise<Command>);

/** Every request that services answer; the test fails when one of `contracts` is missing. */
export const requestCases: Readonly<Record<string, RequestCase>> = {
  "identity.register": register,
  "identity.verify-otp": verifyOtp,
  "identity.log-in": "reads",
  "identity.get-me": "reads",
  "identity.find-principal": "reads",
  "identity.get-signing-keys": "reads",
  "transactions.create-transaction": createTransaction,
  "transactions.get-transaction": "reads",
  "transactions.list-transactions": "reads",
  "transactions.get-flashback": "reads",
  "transactions.get-remaining": "reads",
  "transactions.get-destination": "reads",
  "transactions.get-payment-page": "reads",
  "payments.get-payment-link": "reads",
  "payments.receive-callback": receiveCallback,
};

/** The names of all requests in `contracts`, found by their shape so that no list can forget one. */
export function requestNames(): readonly string[] {
  return Object.values(contracts).flatMap((value) => {
    const isRequest = typeof value === "object" && "request" in value && "reply" in value;
    return isRequest ? [`${value.service}.${value.name}`] : [];
  });
}

function register(world: World): Promise<Command> {
  const context = commandContext();
  const request = {
    name: "Awa Dossou",
    email: `person-${newId()}@example.org`,
    password: "a long password",
    whatsapp: null,
    country: "BJ",
    language: "fr",
  } as const;
  return Promise.resolve(() => world.messaging.ask(contracts.Register, request, { context }));
}

async function verifyOtp(world: World): Promise<Command> {
  const email = `person-${newId()}@example.org`;
  const registered = await world.api.call("POST", "/api/v1/auth/register", {
    body: { name: "Awa Dossou", email, password: "a long password" },
  });
  const { user_id: userId } = registered.json<{ user_id: AccountId }>();
  const request = { userId, email: null, code: await readCode(world.mail, email) };
  const context = commandContext();
  return () => world.messaging.ask(contracts.VerifyOtp, request, { context });
}

async function createTransaction(world: World): Promise<Command> {
  const { accountId } = await world.signUp();
  const context = commandContext();
  const request = {
    commandId: context.causationId,
    accountId: contracts.idOf<AccountId>().parse(accountId),
    transactionType: "BUY_BITCOIN",
    amountXof: "1000",
    receiver: "ok@sandbox.sanu",
    number: numberEndingIn("789"),
    channel: null,
    idempotency: null,
  } as const;
  return () => world.messaging.ask(contracts.CreateTransaction, request, { context });
}

/** A callback about money that comes right before the first of them, and of which no other callback tells. */
async function receiveCallback(world: World): Promise<Command> {
  await buy(world, await world.signUp(), { number: numberEndingIn("111") });
  await world.settled();
  const payment = world.sandbox.payments.all().at(-1);
  if (payment === undefined) throw new Error("The provider has no order");
  const text = JSON.stringify({
    event_id: newId(),
    occurred_at: payment.createdAt,
    payment: { id: payment.id, merchant_key: payment.key },
  });
  const secret = world.environment["SANDBOX_CALLBACK_SECRET"] ?? "";
  const signature = callbackSignature(secret, text, Math.floor(Date.now() / 1_000));
  const request = {
    provider: "sandbox",
    rawBodyBase64: Buffer.from(text).toString("base64"),
    headers: { "x-sandbox-signature": signature },
  };
  const context = commandContext();
  let isPaid = false;
  return () => {
    if (!isPaid) receiveSilently(world, payment);
    isPaid = true;
    return world.messaging.ask(contracts.ReceiveCallback, request, { context });
  };
}

function receiveSilently({ sandbox }: World, payment: Payment): void {
  sandbox.callbacks.change({ copies: 0 });
  sandbox.gateway.receive(payment);
  sandbox.callbacks.change({ copies: 1 });
}

function commandContext() {
  return { correlationId: newId(), causationId: newId<"CommandId">() };
}
