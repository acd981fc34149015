// The floor of whole purchases: one program on Fastify and Postgres with the same answers, the same rails and
// durable commits where money needs them. It has no events, no other services, and nobody can follow it.
import { sats, systemClock, xof } from "@sanu/kernel";
import { createSandboxCollectionRail, createSandboxSendRail, readReceiver } from "@sanu/rails";
import fastify, { type FastifyRequest } from "fastify";
import { openBarePostgres } from "../floors/bare-postgres.ts";
import { say, sayReady, setting } from "../floors/launch.ts";
import { placeOrderWithoutEvents } from "../floors/order-rows.ts";
import * as rows from "./monolith-rows.ts";

const accounts = new Map(Object.entries(JSON.parse(setting("ACCOUNTS")) as Record<string, string>));
const postgres = openBarePostgres(setting("DATABASE_URL"), 20);
const baseUrl = setting("RAIL_URL");
const callbackSecret = setting("CALLBACK_SECRET");
const collections = createSandboxCollectionRail({ baseUrl, callbackSecret });
const sends = createSandboxSendRail({ baseUrl });
const feeLimitSats = sats(500n);
const app = fastify();

app.post("/api/v1/transactions/create", async (request, reply) => {
  const accountId = accounts.get((request.headers.authorization ?? "").slice(7));
  if (accountId === undefined) return reply.code(401).send({ success: false });
  const body = request.body as { amount: number; receiver_address: string; number: string };
  const { amount, number } = body;
  const key = String(request.headers["idempotency-key"]);
  const placed = placeOrderWithoutEvents({
    accountId,
    key,
    amount,
    receiver: body.receiver_address,
    number,
  });
  const { transactionId, paymentId } = placed;
  // The attempt is on disk before the provider is asked, as it must be wherever money moves.
  await postgres.commit([...placed.statements, rows.attempt(paymentId, transactionId, "open")]);
  const initiated = await collections.initiate({
    key: paymentId,
    amountXof: xof(BigInt(amount)),
    payerNumber: number,
    channel: "MTN_OPEN",
    description: transactionId,
  });
  if (initiated.kind !== "accepted") throw new Error(`the rail said ${initiated.kind}`);
  await postgres.commit([rows.link(transactionId, initiated.value.paymentUrl ?? "")]);
  return reply.code(201).header("content-type", "application/json").send(placed.response);
});

async function showStatus(request: FastifyRequest) {
  const { id } = request.params as { id: string };
  const [row] = await postgres.query(rows.status(id));
  return { success: true, transaction: { id, status: row?.["status"] } };
}

/** A callback is a hint here too: what counts is what the rail says when it is asked. */
async function takeCallback(request: FastifyRequest) {
  const headers = { "x-sandbox-signature": String(request.headers["x-sandbox-signature"]) };
  const rawBody = request.body as Buffer;
  const callback = collections.readCallback({ rawBody, headers }, systemClock.now());
  if (callback.kind !== "verified") throw new Error("the callback is not the rail's");
  const { providerReference } = callback;
  const key = callback.key ?? "";
  const status = await collections.status({ key, providerReference });
  if (status.kind === "completed") void payOut(key);
  return { success: true };
}

app.route({ method: "GET", url: "/api/v1/transactions/:id", handler: showStatus });

await app.register((scope, _options, done) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, parsed) =>
    parsed(null, body),
  );
  scope.route({ method: "POST", url: "/webhooks/sandbox", handler: takeCallback });
  done();
});

async function payOut(paymentId: string): Promise<void> {
  const [order] = await postgres.query(rows.orderOf(paymentId));
  const transactionId = String(order?.["transaction_id"]);
  const amountSats = sats(BigInt(String(order?.["amount_sats"])));
  await postgres.commit(rows.paid(paymentId, transactionId));
  const reading = readReceiver(String(order?.["receiver"]), "any");
  if (reading.kind !== "receiver") throw new Error("the receiver cannot be read");
  const prepared = await sends.prepare({
    key: transactionId,
    destination: reading.receiver,
    amountSats,
    feeLimitSats,
  });
  if (prepared.kind !== "accepted") throw new Error(`the node said ${prepared.kind}`);
  await postgres.commit([rows.prepared(transactionId, prepared.value.payload)]);
  const sent = await sends.send({ prepared: prepared.value, amountSats, feeLimitSats });
  if (sent.kind !== "accepted") throw new Error(`the node said ${sent.kind}`);
  await postgres.commit(rows.completed(transactionId));
  say({ completed: transactionId });
}

const address = await app.listen({ port: Number(setting("PORT")), host: "127.0.0.1" });
sayReady({ port: Number(new URL(address).port) });
