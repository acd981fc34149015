// Adds up what was exchanged, by direction. Sums and place are stored together: started again, it goes on where it was.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { DeliverPolicy, type JsMsg, jetstream } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

const { NATS_URL: servers = "nats://localhost:4222", SANU_STREAM: stream = "TRANSACTIONS" } =
  process.env;
const { NATS_USER: user = "", NATS_PASSWORD: pass = "", NATS_INBOX = "_INBOX" } = process.env;
const file = process.argv[2] ?? "state.json";
const xof: Record<string, string> = {};
const state = { sequence: 0, id: "", position: "0.0.0", xof };
if (existsSync(file)) Object.assign(state, JSON.parse(readFileSync(file, "utf8")));

const login = user === "" ? {} : { user, pass };
const nats = await connect({ servers, inboxPrefix: NATS_INBOX, ...login });
await consumeFrom(Math.max(state.sequence, 1));

/** Reads the stream in its order. It begins with what was handled last; another fact in that place is another stream. */
async function consumeFrom(sequence: number): Promise<void> {
  const place = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: sequence };
  const consumer = await jetstream(nats).consumers.get(stream, place);
  let isOther = sequence > 1;
  for await (const message of await consumer.consume()) {
    isOther &&= message.headers?.get("ce-id") !== state.id;
    if (isOther) return consumeFrom(1);
    handle(message);
  }
}

function handle(message: JsMsg): void {
  const header = (name: string) => message.headers?.get(name) ?? "";
  if (orderOf(header("ce-position")) <= orderOf(state.position)) return; // it came before
  const [, , name, version] = header("ce-type").split(".");
  if (name === "TransactionCompleted") {
    if (version !== "v1") throw new Error(`No version that I know: ${header("ce-type")}`);
    const { transactionType: kind, amountXof } =
      message.json<Record<"transactionType" | "amountXof", string>>();
    state.xof[kind] = String(BigInt(state.xof[kind] ?? 0) + BigInt(amountXof));
  }
  Object.assign(state, { sequence: message.seq, id: header("ce-id") });
  state.position = header("ce-position");
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

/** Three whole numbers as a text that is compared as they are. */
function orderOf(position: string): string {
  return position.replaceAll(/\d+/g, (whole) => whole.padStart(20, "0"));
}
