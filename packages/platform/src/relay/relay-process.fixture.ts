import { openDatabase } from "../database/open-database.ts";
import { connectNats } from "../messaging/connect-nats.ts";
import { createSilentRelay } from "./silent-relay.fixture.ts";

/** To be killed and stopped: `node relay-process.fixture.ts DB NATS NAMESPACE election|no-election`. */
const [url = "", natsUrl = "", namespace = "", election = ""] = process.argv.slice(2);
const database = openDatabase({ url, poolMax: 4, applicationName: "relay-process" });
const messaging = await connectNats({ url: natsUrl, name: "relay-process", namespace });
const relay = createSilentRelay(database, messaging, { election: election !== "no-election" });
await relay.start();
process.stdout.write("started\n");
