import { migrations } from "@sanu/transactions";
import { bareRowsTable } from "../floors/bare-rows.ts";
import { launch, portOf } from "../floors/launch.ts";
import { bareFloat } from "../floors/order-rows.ts";
import { type FloorProcesses, startGatewayBefore } from "../floors/two-processes.ts";
import type { SystemBench } from "../report/bench.ts";

/**
 * The floor of an awaited order: the same commits and hops as ours between the same number of processes, with
 * the same sandbox behind them, and nothing that decides, checks or remembers anything.
 */
export async function startAwaitingFloor(bench: SystemBench): Promise<FloorProcesses> {
  const { servers } = bench;
  const common = { NATS_URL: servers.nats.url };
  const rails = await launch(new URL("../system/rails-process.ts", import.meta.url), {
    PORT: "0",
    CALLBACK_URL: "http://127.0.0.1:9/nowhere",
    CALLBACK_SECRET: "nobody is called back",
  });
  const orderDatabase = await servers.newDatabase("bench_awaiting_orders", migrations);
  const paymentDatabase = await servers.newDatabase("bench_awaiting_payments");
  await servers.administrate(bareRowsTable, orderDatabase);
  await servers.administrate(bareFloat, orderDatabase);
  await servers.administrate(bareRowsTable, paymentDatabase);
  const orderService = await launch(new URL("./floor-order-service.ts", import.meta.url), {
    ...common,
    DATABASE_URL: orderDatabase,
  });
  const payer = await launch(new URL("./floor-payment-service.ts", import.meta.url), {
    ...common,
    DATABASE_URL: paymentDatabase,
    RAIL_URL: `http://127.0.0.1:${portOf(rails)}`,
  });
  return startGatewayBefore([payer, orderService, rails], "bare.create-awaited", bench);
}
