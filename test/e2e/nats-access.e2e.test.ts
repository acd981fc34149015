import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import {
  consumerDefinitions,
  factSubject,
  inboxPrefix,
  type NatsUser,
  natsAuthorization,
  natsUsers,
  publishingServices,
  reactionGroups,
  relayWakeSubject,
  requestSubject,
  revocationsSubject,
  streamName,
} from "@sanu/contracts";
import { type Nats, startNats } from "@sanu/local-stack";
import { eventually, testNamespace, type World } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buy, createdOf, numberEndingIn } from "./buy.ts";
import { reached, sellAndPay } from "./sell.ts";
import { startSanu } from "./start-world.ts";

const space = testNamespace();
const password = "of-every-user-here";
const folder = mkdtempSync(join(tmpdir(), "sanu-nats-"));
let nats: Nats;
let world: World;

beforeAll(async () => {
  const authorization = natsAuthorization(space, () => JSON.stringify(password));
  nats = await startNats({ storeDir: folder, authorization });
  world = await startSanu({
    nats: { url: nats.url, namespace: space, password },
    settings: { SALES: "open" },
  });
});

afterAll(async () => {
  await world?.stop();
  await nats?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a system on a NATS server with users", () => {
  it("brings a purchase and a sale to their ends", async () => {
    const person = await world.signUp();
    const { id: bought } = createdOf(await buy(world, person));
    const sold = await sellAndPay(world, person, { number: numberEndingIn("700") });
    for (const id of [bought, sold]) await reached(world, person, { id, status: "COMPLETED" });
    await world.expectBooksToBalance();
  });

  it("tells every gateway that a token was revoked", async () => {
    const person = await world.signUp();
    const me = () => world.api.call("GET", "/api/v1/auth/me", { token: person.token });
    expect((await me()).status).toBe(200);
    await world.api.call("POST", "/api/v1/auth/logout", { token: person.token });
    await eventually("the token is refused", async () => (await me()).status === 401, 1_000);
  });

  it("lets nobody in without a password", async () => {
    await expect(connect({ servers: nats.url, user: "payments", pass: "guessed" })).rejects.toThrow(
      /authorization/i,
    );
  });
});

describe("a user of NATS", () => {
  for (const user of natsUsers) {
    it(`may do nothing that is not its own: ${user}`, async () => {
      const connection = await connect({ servers: nats.url, user, pass: password });
      const refused = collectRefusals(connection);
      const { published, subscribed } = forbidden(user);
      for (const subject of published) connection.publish(subject, "{}");
      for (const subject of subscribed) connection.subscribe(subject);
      await connection.flush();

      const all = [...published, ...subscribed].toSorted();
      await vi.waitFor(() => expect(refused.toSorted()).toEqual(all));
      await connection.close();
    });
  }
});

/** Some fifty subjects for each user, of every kind that does harm. */
function forbidden(user: NatsUser) {
  const others = publishingServices.filter((service) => service !== user);
  const streams = publishingServices.map((service) => streamName(space, service));
  const published = [
    ...streams.flatMap((stream) => [
      `$JS.API.STREAM.DELETE.${stream}`,
      `$JS.API.STREAM.PURGE.${stream}`,
      `$JS.API.STREAM.UPDATE.${stream}`,
      `$JS.API.STREAM.MSG.DELETE.${stream}`,
      `$JS.API.STREAM.SNAPSHOT.${stream}`,
      `$JS.API.STREAM.RESTORE.${stream}`,
    ]),
    "$JS.API.STREAM.CREATE.OTHER",
    "$JS.API.ACCOUNT.PURGE.OTHER",
    "$SYS.REQ.SERVER.PING",
    // Facts, wishes and news in another's name, and answers to what another asked.
    ...others.map((service) => factSubject(space, `sanu.${service}.PaymentCompleted.v1`)),
    ...others.map((service) => relayWakeSubject(space, service)),
    ...(user === "identity" ? [] : [revocationsSubject(space)]),
    `${inboxPrefix(user === "payments" ? "payouts" : "payments")}.guessed`,
    // Where somebody wants his money, which clients of the gateway never see.
    ...(user === "payments" || user === "payouts"
      ? []
      : [requestSubject(space, "transactions", "get-destination")]),
    ...(user === "streams" ? [requestSubject(space, "identity", "log-in")] : changesOfDurables()),
    ...readingOfDurables(user),
  ];
  const subscribed = [
    ">",
    "_INBOX.>",
    `${inboxPrefix(user === "payments" ? "payouts" : "payments")}.>`,
    ...others.map((service) => requestSubject(space, service, "*")),
  ];
  return { published, subscribed };
}

/** No service may make, replace or delete a durable, its own among them. */
function changesOfDurables(): readonly string[] {
  return consumerDefinitions(space).flatMap(({ stream, durable }) => [
    `$JS.API.CONSUMER.DELETE.${stream}.${durable}`,
    `$JS.API.CONSUMER.CREATE.${stream}.${durable}`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${durable}`,
  ]);
}

/** What others follow is not taken away from them. */
function readingOfDurables(user: NatsUser): readonly string[] {
  const others = reactionGroups.filter(({ service }) => service !== user);
  return consumerDefinitions(space, others).flatMap(({ stream, durable }) => [
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.ACK.${stream}.${durable}.1.1.1.1.1`,
  ]);
}

/** The subjects that the server refused, in the order of its words. */
function collectRefusals(connection: NatsConnection): readonly string[] {
  const refused: string[] = [];
  const listen = async (): Promise<void> => {
    for await (const status of connection.status()) {
      if (status.type !== "error") continue;
      const subject = /Permissions Violation for \w+ to "([^"]+)"/i.exec(status.error.message)?.[1];
      if (subject !== undefined) refused.push(subject);
    }
  };
  void listen();
  return refused;
}
