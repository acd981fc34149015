import * as contracts from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import type { RequestResult } from "@sanu/platform";
import { callbackSignature, type Payment } from "@sanu/sandbox";
import { readCode, type World } from "@sanu/testing";
import { buy, numberEndingIn } from "./buy.ts";

/** The same command each time that it is called. */
export type Command = () => Promise<RequestResult<unknown>>;

/**
 * A request as the test of double delivery sees it: it only reads; a way to make a command of it; or, where its
 * effect is in no log and no mail that could be counted here, the test of its own service that repeats it.
 */
export type RequestCase =
  | "reads"
  | ((world: World) => Promise<Command>)
  | { readonly repeatedIn: string };

const repeatedIn = (path: string): RequestCase => ({ repeatedIn: `services/identity/src/${path}` });

const factors = repeatedIn("handlers/second-factors/second-factors.int.test.ts");
const keys = repeatedIn("handlers/api-keys/api-keys.int.test.ts");

const changes = "services/transactions/src/changes.int.test.ts";
const cases = "services/transactions/src/case/cases.int.test.ts";
const proposals = "services/transactions/src/handlers/proposals.int.test.ts";
const standing = "services/transactions/src/handlers/standing-orders.int.test.ts";
const wallet = "services/transactions/src/wallet/wallet.int.test.ts";

/** Every request that services answer; the test fails when one of `contracts` is missing. */
export const requestCases: Readonly<Record<string, RequestCase>> = {
  "identity.register": register,
  "identity.verify-otp": verifyOtp,
  "identity.log-in": "reads",
  "identity.get-me": "reads",
  "identity.update-me": updateMe,
  "identity.deactivate-account": deactivateAccount,
  "identity.erase-account": eraseAccount,
  "identity.request-code": repeatedIn("credentials/otp/code-requests.int.test.ts"),
  "identity.reset-password": repeatedIn("handlers/accounts/account-care.int.test.ts"),
  "identity.refresh-token": repeatedIn("sessions/sessions.int.test.ts"),
  "identity.record-token-use": repeatedIn("sessions/sessions.int.test.ts"),
  "identity.log-out": repeatedIn("sessions/sessions.int.test.ts"),
  "identity.check-session": "reads",
  "identity.list-revocations": "reads",
  "identity.report-revocations": repeatedIn("sessions/revocation-publisher.int.test.ts"),
  "identity.join-waitlist": repeatedIn("handlers/waitlist/waitlist.int.test.ts"),
  "identity.list-waitlist": "reads",
  "identity.consume-quota": repeatedIn("credentials/throttle/throttle.int.test.ts"),
  "identity.clear-login-failures": repeatedIn("credentials/throttle/throttle.int.test.ts"),
  "identity.begin-kyc": repeatedIn("kyc/uploads.int.test.ts"),
  "identity.add-kyc-piece": repeatedIn("kyc/uploads.int.test.ts"),
  "identity.submit-kyc": repeatedIn("kyc/uploads.int.test.ts"),
  "identity.drop-kyc": repeatedIn("kyc/uploads.int.test.ts"),
  "identity.decide-kyc": repeatedIn("kyc/review.int.test.ts"),
  "identity.get-kyc": "reads",
  "identity.get-kyc-piece": "reads",
  "identity.get-kyc-submission": "reads",
  "identity.list-kyc-submissions": "reads",
  "identity.list-users": "reads",
  "identity.get-user": "reads",
  "identity.get-account-trail": "reads",
  "identity.find-staff": "reads",
  "identity.suspend-user": repeatedIn("handlers/admin/users.int.test.ts"),
  "identity.propose-change": repeatedIn("kyc-tiers/kyc-tiers.int.test.ts"),
  "identity.decide-proposal": repeatedIn("kyc-tiers/kyc-tiers.int.test.ts"),
  "identity.list-proposals": "reads",
  "identity.get-proposal": "reads",
  "identity.list-kyc-tiers": "reads",
  "identity.find-principal": "reads",
  "identity.get-signing-keys": "reads",
  "identity.assert-staff-act": "reads",
  "identity.list-second-factors": "reads",
  "identity.begin-totp": factors,
  "identity.confirm-totp": factors,
  "identity.begin-passkey": factors,
  "identity.finish-passkey": factors,
  "identity.remove-second-factor": factors,
  "identity.renew-recovery-codes": factors,
  "identity.begin-step-up": factors,
  "identity.step-up": factors,
  "identity.create-api-key": keys,
  "identity.rotate-api-key": keys,
  "identity.change-api-key": repeatedIn("handlers/api-keys/ordering-keys.int.test.ts"),
  "identity.revoke-api-key": keys,
  "identity.list-api-keys": "reads",
  "identity.find-api-key": keys,
  "transactions.get-rates": "reads",
  "transactions.list-rates": "reads",
  "transactions.freeze-rates": { repeatedIn: "services/transactions/src/rates/rates.int.test.ts" },
  "transactions.propose-change": { repeatedIn: proposals },
  "transactions.decide-proposal": { repeatedIn: proposals },
  "transactions.list-proposals": "reads",
  "transactions.get-proposal": "reads",
  "transactions.create-quote": { repeatedIn: "services/transactions/src/rates/quotes.int.test.ts" },
  "transactions.create-transaction": createTransaction,
  "transactions.cancel-transaction": { repeatedIn: changes },
  "transactions.provide-refund-invoice": { repeatedIn: changes },
  "transactions.resolve-review": { repeatedIn: changes },
  "transactions.get-transaction": "reads",
  "transactions.list-transactions": "reads",
  "transactions.get-flashback": "reads",
  "transactions.get-remaining": "reads",
  "transactions.get-resume": "reads",
  "transactions.get-wallet": "reads",
  "transactions.save-receivers": { repeatedIn: wallet },
  "transactions.save-numbers": { repeatedIn: wallet },
  "transactions.create-standing-order": { repeatedIn: standing },
  "transactions.get-standing-order": "reads",
  "transactions.list-standing-orders": "reads",
  "transactions.change-standing-order": {
    repeatedIn: "services/transactions/src/occurrences/everything-twice.int.test.ts",
  },
  "transactions.find-payment-page": "reads",
  "transactions.get-destination": "reads",
  "transactions.list-sales-to-number": "reads",
  "transactions.get-payment-page": "reads",
  "transactions.find-progress": "reads",
  "transactions.list-progress": "reads",
  "transactions.list-cases": "reads",
  "transactions.get-case": "reads",
  "transactions.propose-verdict": { repeatedIn: cases },
  "transactions.approve-verdict": { repeatedIn: cases },
  "transactions.withdraw-proposal": { repeatedIn: cases },
  "transactions.get-treasury": "reads",
  "transactions.find-reservation": "reads",
  "transactions.list-monitored-transactions": "reads",
  "transactions.get-monitored-transaction": "reads",
  "transactions.list-monitored-orders": "reads",
  "payouts.can-disburse": "reads",
  "payouts.find-by-provider-reference": "reads",
  "payouts.get-audit-trail": "reads",
  "payouts.list-connectors": "reads",
  "payouts.list-closed-channels": "reads",
  "payments.find-by-provider-reference": "reads",
  "payments.get-audit-trail": "reads",
  "payments.list-connectors": "reads",
  "payments.list-closed-channels": "reads",
  "payments.get-payment-link": "reads",
  "payments.get-payer": "reads",
  "payments.receive-callback": receiveCallback,
};

/** The names of all requests in `contracts`, found by their shape so that no list can forget one. */
export function requestNames(): readonly string[] {
  const values: readonly unknown[] = Object.values(contracts);
  const listed = values.flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : []));
  const requests = [...values, ...listed].filter(isRequest);
  return [...new Set(requests.map(({ service, name }) => `${service}.${name}`))];
}

function isRequest(value: unknown): value is contracts.RequestDefinition {
  return typeof value === "object" && value !== null && "request" in value && "reply" in value;
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
  return Promise.resolve(() => world.messaging.request(contracts.Register, request, { context }));
}

async function verifyOtp(world: World): Promise<Command> {
  const email = `person-${newId()}@example.org`;
  const registered = await world.api.call("POST", "/api/v1/auth/register", {
    body: { name: "Awa Dossou", email, password: "a long password" },
  });
  const { user_id: userId } = registered.json<{ user_id: AccountId }>();
  const request = { userId, email: null, code: await readCode(world.mail, email) };
  const context = commandContext();
  return () => world.messaging.request(contracts.VerifyOtp, request, { context });
}

async function updateMe(world: World): Promise<Command> {
  const { accountId } = await world.signUp();
  const context = commandContext();
  const request = {
    accountId: contracts.idOf<AccountId>().parse(accountId),
    country: "TG",
  } as const;
  return () => world.messaging.request(contracts.UpdateMe, request, { context });
}

async function deactivateAccount(world: World): Promise<Command> {
  const { accountId, password } = await world.signUp();
  const context = commandContext();
  const request = { accountId: contracts.idOf<AccountId>().parse(accountId), password };
  return () => world.messaging.request(contracts.DeactivateAccount, request, { context });
}

async function eraseAccount(world: World): Promise<Command> {
  const { accountId, password } = await world.signUp();
  const context = commandContext();
  const request = { accountId: contracts.idOf<AccountId>().parse(accountId), password };
  return () => world.messaging.request(contracts.EraseAccount, request, { context });
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
    quoteId: null,
    idempotency: null,
  } as const;
  return () => world.messaging.request(contracts.CreateTransaction, request, { context });
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
    return world.messaging.request(contracts.ReceiveCallback, request, { context });
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
