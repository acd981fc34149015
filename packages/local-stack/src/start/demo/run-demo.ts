import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { stackLimits } from "../../limits.ts";
import { approveUrlIn } from "./approve-url.ts";
import { bodyWith, createDemoClient, type DemoClient } from "./demo-client.ts";
import { findCode } from "./find-code.ts";
import type { Exchange } from "./http-exchange.ts";
import { UnexpectedResponseError } from "./read-json.ts";

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
  const client = createDemoClient(options);
  await openAccount(client, options);
  const startedMs = Date.now();
  const transactionId = await buy(client, options);
  const purchaseMs = Date.now() - startedMs;
  await lookBack(client, transactionId);
  return { transactionId, purchaseMs };
}

/** Registers, verifies with the code from the mail, logs in. */
async function openAccount(client: DemoClient, options: DemoOptions): Promise<void> {
  const email = `awa.${randomBytes(4).toString("hex")}@example.org`;
  const password = randomBytes(12).toString("base64url");
  const person = { name: "Awa Demo", email, password, country: "BJ" } as const;
  const registered = await client.callApi("Register", (sanu) =>
    sanu.post("/auth/register", { body: person }),
  );
  const code = await readMailedCode(client, options.mailPageUrl, email);
  const proof = { user_id: registered.body.user_id, code };
  await client.callApi("Verify the code", (sanu) => sanu.post("/auth/verify-otp", { body: proof }));
  await client.callApi("Log in", (sanu) => sanu.logIn({ email, password }));
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
  { receiver = "ok@sandbox.sanu", traceparent }: DemoOptions,
): Promise<string> {
  const number = `+22901610${String(randomInt(100)).padStart(2, "0")}500`;
  const headers = traceparent === undefined ? {} : { traceparent };
  const created = await client.callApi("Buy bitcoin for 5 000 XOF", (sanu) =>
    sanu.buy({ amountXof: 5_000n, receiver, number }, { headers }),
  );
  const { id, payment_url: paymentUrl } = created.body.transaction;
  const page = await client.openPage("Open the payment page", "GET", paymentUrl);
  const approveUrl = approveUrlIn(page, paymentUrl);
  await client.openPage("Approve the payment on it", "POST", approveUrl);
  await followToCompletion(client, id);
  return id;
}

async function followToCompletion(client: DemoClient, transactionId: string): Promise<void> {
  const patience = AbortSignal.timeout(stackLimits.demoPatienceMs);
  let last = "";
  try {
    for await (const state of client.sanu.follow(transactionId, { signal: patience })) {
      const { status, progress } = state;
      const { payment_status: payment, payout_status: payout } = progress;
      const stream = client.lastStream();
      const body = JSON.stringify(state);
      const name = `Follow the progress: ${status} (payment ${payment}, payout ${payout})`;
      if (stream) client.show(name, { ...stream, response: { ...stream.response, body } });
      last = status;
      if (status === "FAILED") throw new UnexpectedResponseError(`The transaction failed: ${body}`);
    }
  } catch (error) {
    throw patience.aborted ? waitedInVain("the transaction to be COMPLETED") : error;
  }
  if (last !== "COMPLETED") throw new UnexpectedResponseError("The progress ended too early");
}

async function lookBack({ callApi }: DemoClient, id: string): Promise<void> {
  const { body } = await callApi("List the transactions", (sanu) => sanu.get("/transactions"));
  if (!body.transactions.some((each) => each.id === id)) {
    throw new UnexpectedResponseError(`The list does not show ${id}: ${JSON.stringify(body)}`);
  }
  await callApi("Read the transaction", (sanu) =>
    sanu.get("/transactions/{id}", { params: { id } }),
  );
  await callApi("Look back on the month", (sanu) => sanu.get("/transactions/flashback"));
  await callApi("See what remains of the limit", (sanu) => sanu.get("/transactions/remaining"));
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
  throw waitedInVain(what);
}

function waitedInVain(what: string): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `Waited ${stackLimits.demoPatienceMs / 1_000} s in vain for ${what}`,
  );
}
