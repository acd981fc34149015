// The awaiting floor's second service: commits an attempt, asks for the number, calls the rail, commits the link.
import { connect } from "@nats-io/transport-node";
import { Pool } from "undici";
import { openBarePostgres } from "../floors/bare-postgres.ts";
import { bareRow } from "../floors/bare-rows.ts";
import { openBareStream } from "../floors/bare-stream.ts";
import { sayReady, setting } from "../floors/launch.ts";

const nats = await connect({ servers: setting("NATS_URL") });
const postgres = openBarePostgres(setting("DATABASE_URL"));
const orders = await openBareStream(nats, "BARE_ORDERS", false);
const links = await openBareStream(nats, "BARE_LINKS", false);
const rail = new Pool(setting("RAIL_URL"), { connections: 64 });

await orders.follow(async (text) => {
  const { transactionId, amount } = JSON.parse(text) as { transactionId: string; amount: number };
  await postgres.commit([bareRow(transactionId)]);
  const number = await nats.request("bare.number", transactionId, { timeout: 5_000 });
  await collect(transactionId, amount, number.string());
  await postgres.commit([bareRow(transactionId)]);
  void links.publish(transactionId);
});

nats.subscribe("bare.link", {
  callback: (error, message) => {
    if (error !== null) return;
    const found = postgres.query({
      name: "link",
      text: "select data from bare_rows where id = $1",
      values: [message.string()],
    });
    void found.then(() => message.respond("http://localhost/pay"));
  },
});

async function collect(key: string, amount: number, number: string): Promise<void> {
  const response = await rail.request({
    path: "/v1/payments",
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      merchant_key: key,
      amount_xof: String(amount),
      payer_number: number,
      channel: "MTN_OPEN",
      description: "bare",
      return_url: null,
    }),
  });
  const text = await response.body.text();
  if (response.statusCode !== 201)
    throw new Error(`the rail answered ${response.statusCode}: ${text}`);
}

sayReady();
