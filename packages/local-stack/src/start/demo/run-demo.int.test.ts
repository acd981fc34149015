import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findFreePort } from "../../processes/free-port.ts";
import { ensureCertificate } from "../certificate.ts";
import type { Exchange } from "./http-exchange.ts";
import { runDemo } from "./run-demo.ts";

const code = "482913";
const id = "019abcde-0000-7000-8000-000000000001";
const unavailable = { code: "service-unavailable", status: 503, message: "Not now." };

let folder: string;
let server: Server;
let url: string;
let approved: boolean;
/** Answers that differ from the good ones, by method and path. */
let responses: Record<string, { readonly status: number; readonly body: unknown }>;
let requests: { readonly call: string; readonly body: string; readonly token: string }[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sanu-demo-"));
  approved = false;
  responses = {};
  requests = [];
  const files = await ensureCertificate(folder);
  const tls = { cert: readFileSync(files.certificateFile), key: readFileSync(files.keyFile) };
  const port = await findFreePort();
  url = `https://localhost:${port}`;
  server = createServer(tls, (request, response) => void respond(request, response));
  await once(server.listen(port, "127.0.0.1"), "listening");
});

afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** A system that knows one account and one purchase, after the interface's own samples. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks).toString("utf8");
  const path = (request.url ?? "").replace("/api/v1", "").replace(/\?.*/, "");
  const call = `${request.method} ${path}`;
  requests.push({ call, body, token: request.headers.authorization ?? "" });
  if (call === "POST /pay/t/approve") approved = true;
  const { status, body: said } = responses[call] ?? goodResponse(call);
  response.writeHead(status, { "content-type": typeOf(call, status) });
  response.end(typeof said === "string" ? said : JSON.stringify(said));
}

function typeOf(call: string, status: number): string {
  if (call.endsWith("/events")) return "text/event-stream";
  if (call.includes("/pay/")) return "text/html";
  return status < 400 ? "application/json" : "application/problem+json";
}

/** One event of a stream that then ends. */
function eventOf(state: object): string {
  return `id: 1\nevent: progress\ndata: ${JSON.stringify(state)}\n\n`;
}

function goodResponse(call: string): { readonly status: number; readonly body: unknown } {
  const status = approved ? "COMPLETED" : "PENDING";
  const progress = { payment_status: status, payout_status: status };
  const good: Record<string, readonly [number, unknown]> = {
    "POST /auth/register": [201, { success: true, user_id: id }],
    "GET /mails": [200, { mails: [{ text: `Votre code : ${code}\n${id}` }] }],
    "POST /auth/verify-otp": [200, { success: true }],
    "POST /auth/login": [200, { success: true, data: { token: "good-token", expires_in: 3_600 } }],
    "POST /transactions/create": [201, { transaction: { id, payment_url: `${url}/pay/t` } }],
    "GET /pay/t": [200, `<form method="post" action="/pay/t/approve"></form>`],
    "POST /pay/t/approve": [200, "<p>Merci</p>"],
    [`GET /transactions/${id}/events`]: [200, eventOf({ id, status, progress })],
    [`GET /transactions/${id}`]: [200, { transaction: { id, status, progress } }],
    "GET /transactions": [200, { success: true, transactions: [{ id }] }],
    "GET /transactions/flashback": [200, { success: true, data: {} }],
    "GET /transactions/remaining": [200, { success: true, remaining: 97 }],
  };
  const [statusCode, body] = good[call] ?? [404, "unknown path"];
  return { status: statusCode, body };
}

function demo(steps: string[] = []) {
  return runDemo({
    apiUrl: `${url}/api/v1`,
    mailPageUrl: `${url}/`,
    certificateFile: join(folder, "certificate.pem"),
    show: (step: string, _exchange: Exchange) => steps.push(step),
  });
}

it("shows every step of a purchase in its order", async () => {
  const steps: string[] = [];

  const result = await demo(steps);

  expect(result.transactionId).toBe(id);
  expect(steps).toEqual([
    "Register",
    "Read the code 482913 in the mail",
    "Verify the code",
    "Log in",
    "Buy bitcoin for 5 000 XOF",
    "Open the payment page",
    "Approve the payment on it",
    "Follow the progress: COMPLETED (payment COMPLETED, payout COMPLETED)",
    "List the transactions",
    "Read the transaction",
    "Look back on the month",
    "See what remains of the limit",
  ]);
});

it("uses the code that was mailed and the token that the login gave", async () => {
  await demo();

  const verified = requests.find(({ call }) => call === "POST /auth/verify-otp");
  const orders = requests.filter(({ call }) => call.includes("/transactions"));
  expect(JSON.parse(verified?.body ?? "")).toEqual({ user_id: id, code });
  expect(new Set(orders.map(({ token }) => token))).toEqual(new Set(["Bearer good-token"]));
});

it.each([
  ["POST /auth/login", 503, unavailable, /POST \/auth\/login was answered with 503/],
  [`GET /transactions/${id}/events`, 200, failedTransaction(), /The transaction failed/],
  ["GET /transactions", 200, { transactions: [] }, /The list does not show/],
  ["GET /pay/t", 200, "<p>Nothing to do</p>", /no form to approve with/],
])("ends with the reason when %s goes wrong", async (call, status, body, reason) => {
  responses[call] = { status, body };

  await expect(demo()).rejects.toThrow(reason);
});

function failedTransaction() {
  const progress = { payment_status: "FAILED", payout_status: "PENDING" };
  return eventOf({ id, status: "FAILED", progress });
}
