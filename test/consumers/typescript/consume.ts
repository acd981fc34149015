// Adds up what was exchanged, by direction. Sums and place are stored together: started again, it goes on where it was.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { DeliverPolicy, type JsMsg, jetstream } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

interface State {
  sequence: number;
  id: string;
  position: string;
  xof: Record<string, string>;
}

const { NATS_URL: servers = "nats://localhost:4222", SANU_STREAM: stream = "TRANSACTIONS" } =
  process.env;
const { NATS_USER: user = "", NATS_PASSWORD: pass = "" } = process.env;
const file = process.argv[2] ?? "state.json";
const state: State = existsSync(file)
  ? JSON.parse(readFileSync(file, "utf8"))
  : { sequence: 0, id: "", position: "0.0.0", xof: {} };

const nats = await connect({ servers, ...(user === "" ? {} : { user, pass }) });
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
  if (!isAfter(header("ce-position"), state.position)) return; // it came before
  const [, , name, version] = header("ce-type").split(".");
  if (name === "TransactionCompleted") {
    if (version !== "v1") throw new Error(`No version that I know: ${header("ce-type")}`);
    const { transactionType, amountXof } = message.json<Record<string, string>>();
    const sum = BigInt(state.xof[transactionType ?? ""] ?? "0") + BigInt(amountXof ?? "");
    state.xof[transactionType ?? ""] = String(sum);
  }
  Object.assign(state, { sequence: message.seq, id: header("ce-id") });
  state.position = header("ce-position");
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

function isAfter(one: string, other: string): boolean {
  const [a = [], b = []] = [one, other].map((text) => text.split(".").map(BigInt));
  const differing = a.findIndex((part, index) => part !== b[index]);
  return differing >= 0 && (a[differing] ?? 0n) > (b[differing] ?? 0n);
}
