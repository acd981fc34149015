import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { stackLimits } from "../../limits.ts";
import { approveUrlIn } from "./approve-url.ts";
import { bodyWith, createDemoClient, type DemoClient } from "./demo-client.ts";
import { findCode } from "./find-code.ts";
import type { Exchange } from "./http-exchange.ts";
import { textAt, UnexpectedResponseError } from "./read-json.ts";

export interface DemoOptions {
  /** For example `https://localhost:8440/api/v1`. */
  readonly apiUrl: string;
  readonly mailPageUrl: string;
  /** What the API is trusted by, where no authority vouches for it. */
  readonly certificateFile: string | undefined;
  /** Where the satoshis go; by default to the sandbox. */
  readonly receiver?: string | undefined;
  /** Of the purchase, where it shall be found again. */
  readonly traceparent?: string | undefined;
  readonly show: (step: string, exchange: Exchange) => void;
}

export interface DemoResult {
  readonly transactionId: string;
  /** From the request of create to the response that said COMPLETED. */
  readonly purchaseMs: number;
}

/**
 * Buys bitcoin as a person does who has nothing but the public API, a mailbox and a browser. Throws the reason when
 * a step does not end as the interface says.
 */
export async function runDemo(options: DemoOptions): Promise<DemoResult> {
  const client = createDemoClient({
    apiUrl: options.apiUrl,
    certificate:
      options.certificateFile === undefined
        ? undefined
        : readFileSync(options.certificateFile, "utf8"),
    show: options.show,
  });
  const token = await openAccount(client, options);
  const startedMs = Date.now();
  const transactionId = await buy(client, token, options);
  const purchaseMs = Date.now() - startedMs;
  await lookBack(client, token, transactionId);
  return { transactionId, purchaseMs };
}

/** Registers, verifies with the code from the mail, logs in; returns the token. */
async function openAccount(client: DemoClient, options: DemoOptions): Promise<string> {
  const email = `awa.${randomBytes(4).toString("hex")}@example.org`;
  const password = randomBytes(12).toString("base64url");
  const registered = await client.callApi("Register", {
    method: "POST",
    path: "/auth/register",
    status: 201,
    body: { name: "Awa Demo", email, password, country: "BJ" },
  });
  const code = await readMailedCode(client, options.mailPageUrl, email);
  await client.callApi("Verify the code", {
    method: "POST",
    path: "/auth/verify-otp",
    status: 200,
    body: { user_id: textAt(registered, "user_id"), code },
  });
  const loggedIn = await client.callApi("Log in", {
    method: "POST",
    path: "/auth/login",
    status: 200,
    body: { email, password },
  });
  return textAt(loggedIn, "data", "token");
}

async function readMailedCode(
  client: DemoClient,
  mailPageUrl: string,
  email: string,
): Promise<string> {
  const url = `${mailPageUrl}mails?to=${encodeURIComponent(email)}`;
  return patiently("a mail with a code", async () => {
    const exchange = await client.readPage("GET", url);
    const code = findCode(bodyWith(exchange, 200));
    if (code !== undefined) client.show(`Read the code ${code} in the mail`, exchange);
    return code;
  });
}

/** Creates the purchase, approves it where its link leads, follows it to COMPLETED; returns its id. */
async function buy(
  client: DemoClient,
  token: string,
  { receiver = "ok@sandbox.sanu", traceparent }: DemoOptions,
): Promise<string> {
  const created = await client.callApi("Buy bitcoin for 5 000 XOF", {
    method: "POST",
    path: "/transactions/create",
    status: 201,
    token,
    headers: { "idempotency-key": randomUUID(), ...(traceparent && { traceparent }) },
    body: {
      amount: 5_000,
      type: "BUY_BITCOIN",
      receiver_address: receiver,
      number: `+22901610${String(randomInt(100)).padStart(2, "0")}500`,
    },
  });
  const transactionId = textAt(created, "transaction", "id");
  const paymentUrl = textAt(created, "transaction", "payment_url");
  const page = await client.openPage("Open the payment page", "GET", paymentUrl);
  const approveUrl = approveUrlIn(page, paymentUrl);
  await client.openPage("Approve the payment on it", "POST", approveUrl);
  await followToCompletion(client, token, transactionId);
  return transactionId;
}

async function followToCompletion(
  client: DemoClient,
  token: string,
  transactionId: string,
): Promise<void> {
  let shown = "";
  await patiently("the transaction to be COMPLETED", async () => {
    const path = `/transactions/${transactionId}`;
    const exchange = await client.read({ method: "GET", path, status: 200, token });
    const body = bodyWith(exchange, 200);
    const status = textAt(body, "transaction", "status");
    const legs = ["payment_status", "payout_status"].map((leg) =>
      textAt(body, "transaction", "progress", leg),
    );
    const now = `${status} (payment ${legs.join(", payout ")})`;
    if (now !== shown) client.show(`Follow the progress: ${now}`, exchange);
    shown = now;
    if (status === "FAILED") throw new UnexpectedResponseError(`The transaction failed: ${body}`);
    return status === "COMPLETED" ? status : undefined;
  });
}

async function lookBack(client: DemoClient, token: string, transactionId: string): Promise<void> {
  const list = await client.callApi("List the transactions", get("/transactions", token));
  if (!list.includes(transactionId)) {
    throw new UnexpectedResponseError(`The list does not show ${transactionId}: ${list}`);
  }
  const detail = get(`/transactions/${transactionId}`, token);
  await client.callApi("Read the transaction", detail);
  await client.callApi("Look back on the month", get("/transactions/flashback", token));
  await client.callApi("See what remains of the limit", get("/transactions/remaining", token));
}

function get(path: string, token: string) {
  return { method: "GET", path, status: 200, token } as const;
}

/** Requests again and again until there is a response. Throws when the time is over. */
async function patiently(what: string, probe: () => Promise<string | undefined>): Promise<string> {
  const deadline = Date.now() + stackLimits.demoPatienceMs;
  let pauseMs: number = stackLimits.demoPollMs;
  while (Date.now() < deadline) {
    const response = await probe();
    if (response !== undefined) return response;
    await wait(pauseMs);
    pauseMs = Math.min(pauseMs * 1.3, stackLimits.demoPollLongestMs);
  }
  throw new UnexpectedResponseError(
    `Waited ${stackLimits.demoPatienceMs / 1_000} s in vain for ${what}`,
  );
}
