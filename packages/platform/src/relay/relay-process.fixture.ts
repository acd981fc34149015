import { openDatabase } from "../database/open-database.ts";
import { createGate } from "../event-store/gate.ts";
import { createLogger } from "../logger/create-logger.ts";
import { connectNats } from "../messaging/connect-nats.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createRelay } from "./create-relay.ts";

/** To be killed and stopped: `node relay-process.fixture.ts DB NATS NAMESPACE election|no-election`. */
const [url = "", natsUrl = "", namespace = "", election = ""] = process.argv.slice(2);
const database = openDatabase({ url, poolMax: 4, applicationName: "relay-process" });
const messaging = await connectNats({ url: natsUrl, name: "relay-process", namespace });
const relay = createRelay({
  service: "payments",
  database,
  messaging,
  gate: createGate(),
  logger: createLogger({ service: "relay-process", level: "silent" }),
  metrics: createMetrics("payments"),
  election: election !== "no-election",
});
await relay.start();
process.stdout.write("started\n");
