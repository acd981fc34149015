// The floor's service: one request over NATS, one commit or one primary-key select. Nothing else.
import { connect } from "@nats-io/transport-node";
import { openBarePostgres } from "./bare-postgres.ts";
import { sayReady, setting } from "./launch.ts";
import { type BareOrder, bareMonth, placeBareOrder } from "./order-rows.ts";

const nats = await connect({ servers: setting("NATS_URL") });
const postgres = openBarePostgres(setting("DATABASE_URL"));
const limitXof = 1_000_000_000_000;

nats.subscribe("bare.create", {
  callback: (error, message) => {
    if (error !== null) return;
    const { statements, response } = placeBareOrder(message.json<BareOrder>());
    void postgres.commit(statements).then(() => message.respond(response));
  },
});

nats.subscribe("bare.remaining", {
  callback: (error, message) => {
    if (error !== null) return;
    const found = postgres.query({
      name: "remaining",
      text: "select reserved_xof, used_xof from allowances where account_id = $1 and month = $2",
      values: [message.string(), bareMonth],
    });
    void found.then(([row]) => {
      const taken = Number(row?.["reserved_xof"] ?? 0) + Number(row?.["used_xof"] ?? 0);
      message.respond(String(Math.floor((100 * (limitXof - taken)) / limitXof)));
    });
  },
});

await nats.flush();
sayReady();
