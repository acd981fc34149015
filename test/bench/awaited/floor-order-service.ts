// The awaiting floor's first service: commits an order, publishes it, waits for the link, and commits it.
import { connect } from "@nats-io/transport-node";
import { openBarePostgres } from "../floors/bare-postgres.ts";
import { bareRow } from "../floors/bare-rows.ts";
import { openBareStream } from "../floors/bare-stream.ts";
import { sayReady, setting } from "../floors/launch.ts";
import { type BareOrder, placeBareOrder } from "../floors/order-rows.ts";

const nats = await connect({ servers: setting("NATS_URL") });
const postgres = openBarePostgres(setting("DATABASE_URL"));
const orders = await openBareStream(nats, "BARE_ORDERS", true);
const links = await openBareStream(nats, "BARE_LINKS", true);
const waiting = new Map<string, () => void>();

nats.subscribe("bare.create-awaited", {
  callback: (error, message) => {
    if (error !== null) return;
    void create(message.json<BareOrder>()).then((response) => message.respond(response));
  },
});

async function create(order: BareOrder): Promise<string> {
  const { transactionId, statements, response } = placeBareOrder(order);
  const linked = new Promise<void>((resolve) => waiting.set(transactionId, resolve));
  await postgres.commit(statements);
  void orders.publish(JSON.stringify({ transactionId, amount: order.amount }));
  await linked;
  return response;
}

nats.subscribe("bare.number", {
  callback: (error, message) => {
    if (error !== null) return;
    const found = postgres.query({
      name: "number",
      text: "select number from transaction_private where transaction_id = $1",
      values: [message.string()],
    });
    void found.then(([row]) => message.respond(String(row?.["number"])));
  },
});

await links.follow(async (text) => {
  await nats.request("bare.link", text, { timeout: 5_000 });
  await postgres.commit([bareRow(text)]);
  waiting.get(text)?.();
  waiting.delete(text);
});
await nats.flush();
sayReady();
