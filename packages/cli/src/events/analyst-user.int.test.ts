import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@nats-io/transport-node";
import { consumerDefinitions, natsAuthorization } from "@sanu/contracts";
import { type Nats, startNats } from "@sanu/local-stack";
import { applyStreams, connectNats, secret } from "@sanu/platform";
import { eventually, publishFacts, purchaseFacts } from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportEvents } from "./export/export-events.ts";
import { readManifest } from "./export/manifest.ts";
import { openStreamReaders } from "./read/open-readers.ts";

const folder = mkdtempSync(join(tmpdir(), "sanu-analyst-"));
const password = "of-every-user-here";
const counts = { facts: 900, days: 2 } as const;
let nats: Nats;

beforeAll(async () => {
  const authorization = natsAuthorization("", () => JSON.stringify(password));
  nats = await startNats({ storeDir: join(folder, "nats"), authorization });
  const login = { url: nats.url, password: secret(password), namespace: "" } as const;
  await applyStreams({ ...login, replicas: 1 });
  const service = await connectNats({ ...login, name: "transactions" });
  await publishFacts(service, purchaseFacts(counts.facts, counts.days));
  await service.close();
});

afterAll(async () => {
  await nats?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each(["analyst", "analyst-b"])("reads all that was published as %s", async (user) => {
  const environment = { NATS_URL: nats.url, NATS_USER: user, NATS_PASSWORD: password };
  const { readers, close } = await openStreamReaders(["identity", "transactions"], environment);
  const out = join(folder, user);
  const encoding = { format: "csv", compression: "gzip" } as const;
  await exportEvents({ folder: out, encoding, selection: {}, readers });
  await close();
  const files = readManifest(out).streams["TRANSACTIONS"]?.blocks.flatMap((block) => block.files);
  expect(files?.reduce((sum, file) => sum + file.facts, 0)).toBe(counts.facts);
});

it("neither takes facts away from a service nor publishes, asks or keeps anything", async () => {
  const connection = await connect({ servers: nats.url, user: "analyst", pass: password });
  const refused: string[] = [];
  const collect = async (): Promise<void> => {
    for await (const status of connection.status()) {
      if (status.type === "error") refused.push(status.error.message);
    }
  };
  void collect();
  const published = [
    ...consumerDefinitions("").flatMap(({ stream, durable }) => [
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}`,
      `$JS.API.CONSUMER.DELETE.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.1.1.1.1.1`,
    ]),
    "$JS.API.CONSUMER.DURABLE.CREATE.TRANSACTIONS.mine",
    "$JS.API.CONSUMER.CREATE.TRANSACTIONS.mine.sanu.transactions.>",
    "$JS.API.CONSUMER.NAMES.TRANSACTIONS",
    "$JS.API.STREAM.MSG.GET.TRANSACTIONS",
    "$JS.API.STREAM.PURGE.TRANSACTIONS",
    "$JS.API.CONSUMER.CREATE.KV_OTHER.mine",
    "sanu.transactions.TransactionPaid.v1",
    "request.transactions.get-destination",
    "wake.transactions.relay",
  ];
  const subscribed = ["sanu.>", "request.>", "_INBOX.payments.>"];
  for (const subject of published) connection.publish(subject, "{}");
  for (const subject of subscribed) connection.subscribe(subject);
  await connection.flush();

  const all = published.length + subscribed.length;
  await eventually("each is refused", () => refused.length === all);
  for (const subject of [...published, ...subscribed]) {
    expect(refused.some((message) => message.includes(`"${subject}"`))).toBe(true);
  }
  await connection.close();
});
