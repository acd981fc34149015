// The floor's gateway: Fastify, a cached token check, and one request over NATS. Nothing else.
import { connect } from "@nats-io/transport-node";
import fastify from "fastify";
import { sayReady, setting } from "./launch.ts";

const accounts = new Map(Object.entries(JSON.parse(setting("ACCOUNTS")) as Record<string, string>));
const nats = await connect({ servers: setting("NATS_URL") });
const createSubject = setting("CREATE_SUBJECT");
const app = fastify();

app.post("/api/v1/transactions/create", async (request, reply) => {
  const accountId = accountOf(request.headers.authorization);
  if (accountId === undefined) return reply.code(401).send({ success: false });
  const body = request.body as Record<string, unknown>;
  const order = JSON.stringify({
    accountId,
    key: request.headers["idempotency-key"],
    amount: body["amount"],
    receiver: body["receiver_address"],
    number: body["number"],
  });
  const response = await nats.request(createSubject, order, { timeout: 5_000 });
  return reply.code(201).header("content-type", "application/json").send(response.string());
});

app.get("/api/v1/transactions/remaining", async (request, reply) => {
  const accountId = accountOf(request.headers.authorization);
  if (accountId === undefined) return reply.code(401).send({ success: false });
  const response = await nats.request("bare.remaining", accountId, { timeout: 5_000 });
  return { success: true, remaining: Number(response.string()) };
});

function accountOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : accounts.get(authorization.slice(7));
}

const address = await app.listen({ port: 0, host: "127.0.0.1" });
sayReady({ port: Number(new URL(address).port) });
