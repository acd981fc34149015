import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { factSubject, natsAuthorization, streamDefinitions, streamName } from "@sanu/contracts";
import { createStreamController, secret } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { Command } from "commander";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addStreams } from "./commands/streams.ts";
import { startNatsCluster } from "./nats-cluster.fixture.ts";
import { sayingOf } from "./sayings.fixture.ts";

const password = "of-every-user-here";
const quoted = JSON.stringify(password);
const root = join(import.meta.dirname, "..", "..", "..");
const names = streamDefinitions("").map(({ name }) => name);
const payments = streamName("", "payments");
const clusterTimeoutMs = 60_000;
/** By the next quick look, and not by the close one of each half minute. */
const soonMs = 15_000;

let cluster: Awaited<ReturnType<typeof startNatsCluster>>;
let nats: NatsConnection;

beforeAll(async () => {
  const page = readFileSync(join(root, "deploy/runbooks/stream-copies.md"), "utf8");
  const [added = ""] = /^ *\{ user: operator.*$/m.exec(page) ?? [];
  const users = `{ user: test, password: SECRET }\n${added}`.replaceAll(/"?SECRET"?/g, quoted);
  const ours = natsAuthorization("", () => quoted);
  cluster = await startNatsCluster(ours.replace("users = [", () => `users = [\n${users}\n`));
  nats = await connect({ servers: cluster.url, user: "test", pass: password });
  await eventually(
    "the servers have found each other",
    async () => {
      const { streams } = await manager();
      const config = { name: "PROBE", subjects: ["probe"], num_replicas: 3 };
      const isMade = await streams.add(config).then(
        () => true,
        () => false,
      );
      return isMade && (await streams.delete("PROBE"));
    },
    clusterTimeoutMs,
  );
}, clusterTimeoutMs);

afterAll(async () => {
  process.exitCode = 0;
  await nats?.close();
  await cluster?.stop();
});

const manager = () => jetstreamManager(nats, { checkAPI: false });
const replicasOf = async (name: string) =>
  (await (await manager()).streams.info(name)).config.num_replicas;
const allReplicas = () => Promise.all(names.map(replicasOf));

async function deleteStreams(which: readonly string[]): Promise<void> {
  const { streams } = await manager();
  for (const name of which) await streams.delete(name).catch(() => false);
}

/** What `sanu streams …` says and ends with. */
async function sanu(what: string, user = "streams") {
  process.exitCode = undefined;
  process.env["NATS_URL"] = cluster.url;
  process.env["NATS_USER"] = user;
  process.env["NATS_PASSWORD"] = password;
  const program = new Command("sanu").exitOverride();
  addStreams(program);
  const said = await sayingOf(() =>
    program.parseAsync(["streams", ...what.split(" ")], { from: "user" }),
  );
  return { said, code: process.exitCode };
}

describe("streams on a cluster of three servers", () => {
  beforeEach(() => deleteStreams(names));

  it("have as many copies as are asked for, and then there is nothing to do", async () => {
    const { said } = await sanu("check --replicas 3");
    expect(said).toContain(`${payments} is missing: it gets 3 copies`);
    expect(said).toContain(`${payments}/transactions-from-payments is missing`);
    await expect(replicasOf(payments)).rejects.toThrow("stream not found");

    expect((await sanu("apply --replicas 3")).said).toBe(`${said}done\n`);
    expect(await allReplicas()).toEqual([3, 3, 3, 3]);
    expect(await sanu("check --replicas 3")).toEqual({ said: "nothing to do\n", code: 0 });
    expect((await sanu("apply --replicas 3")).said).toBe("nothing to do\n");
  });

  it("that are missing get as many copies as the others have, where nobody says a number", async () => {
    await sanu("apply --replicas 3");
    await deleteStreams([payments]);
    expect((await sanu("apply")).said).toContain(`${payments} is missing: it gets 3 copies`);

    expect(await allReplicas()).toEqual([3, 3, 3, 3]);
  });

  it("keep the copies that they have, where nobody says a number, and have one where none is there", async () => {
    expect((await sanu("apply")).said).toContain(`${payments} is missing: it gets 1 copy`);
    await (await manager()).streams.update(payments, { num_replicas: 3 });

    expect(await sanu("check")).toEqual({ said: "nothing to do\n", code: 0 });
    expect((await sanu("apply")).said).toBe("nothing to do\n");
    expect(await replicasOf(payments)).toBe(3);
  });

  it("get the copies that are asked for with all that is in them, after a look that changes nothing", async () => {
    await sanu("apply --replicas 1");
    const { streams, consumers } = await manager();
    await nats.request(factSubject("", "sanu.payments.PaymentFailed.v1"), "a fact");
    const look = await sanu("check --replicas 3");
    expect(look.code).toBe(1);
    expect(look.said.split("\n")).toEqual([
      ...names.map((name) => `${name} has 1 copy: it gets more, 3`),
      "",
    ]);
    expect(await allReplicas()).toEqual([1, 1, 1, 1]);

    expect((await sanu("apply --replicas 3", "operator")).said).toBe(`${look.said}done\n`);
    expect(await allReplicas()).toEqual([3, 3, 3, 3]);
    await eventually("the copies are whole", async () => {
      const { replicas = [] } = (await streams.info(payments)).cluster ?? {};
      return replicas.filter(({ current }) => current).length === 2;
    });
    expect((await streams.info(payments)).state.messages).toBe(1);
    await eventually("the durables have them too", async () => {
      const { cluster: of } = await consumers.info(payments, "transactions-from-payments");
      return of?.replicas?.length === 2;
    });
  });

  it("lose no copies and gain no stream by a smaller number, unless that is allowed", async () => {
    await sanu("apply --replicas 3");
    const [missing = ""] = names;
    await deleteStreams([missing]);
    expect((await sanu("check --replicas 1")).said).toContain(
      `${payments} has 3 copies: it gets fewer, 1`,
    );
    expect((await sanu("apply --replicas 1", "operator")).said).toMatch(
      /PAYMENTS has 3 copies: it gets fewer, 1.*--fewer.*nothing was changed/,
    );
    expect(await replicasOf(payments)).toBe(3);
    await expect(replicasOf(missing)).rejects.toThrow("stream not found");

    await sanu("apply --replicas 1 --fewer", "operator");
    expect(await allReplicas()).toEqual([1, 1, 1, 1]);
  });

  it("are not changed by who may only make them, who says so", async () => {
    await sanu("apply --replicas 1");
    await deleteStreams([payments]);
    expect((await sanu("apply --replicas 3")).said).toMatch(
      /has 1 copy: it gets more, 3: NATS refused it \(.*permissions violation/i,
    );

    expect(await replicasOf(payments)).toBe(3);
    expect(await allReplicas()).toContain(1);
  });

  it("are left as they are by who keeps them, who says that they differ until they do not", async () => {
    await sanu("apply --replicas 1");
    const set = { url: cluster.url, namespace: "" as const, password: secret(password) };
    const controller = await createStreamController({ ...set, replicas: 3 });
    const said: string[] = [];
    const say = (text: string | readonly string[]) => void said.push(String(text));
    controller.start({ onMade: say, onTrouble: say });
    await eventually("it says so", () => said.length > 0);
    const difference = `${payments} has 1 copy: it gets more, 3`;
    expect(controller.trouble()).toContain(difference);

    await sanu("apply --replicas 3", "operator");
    await eventually("all is in its place", () => controller.trouble() === undefined, soonMs);
    await sanu("apply --replicas 1 --fewer", "operator");
    await eventually(
      "it sees that",
      () => controller.trouble()?.includes(difference) === true,
      soonMs,
    );
    await deleteStreams([payments]);
    await eventually("what is missing is there again", () =>
      said.some((text) => text.startsWith(`${payments},`)),
    );
    expect(await replicasOf(payments)).toBe(3);
    expect(await allReplicas()).toContain(1);
    await controller.stop();
  });
});
