import { FindProgress, ListProgress } from "@sanu/contracts";
import { eventually, openRaw, type RawConnection } from "@sanu/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { progressOf } from "../replies.fixture.ts";

const env = { GATEWAY_CONNECTIONS_MAX: "5", GATEWAY_CONNECTIONS_PER_ADDRESS_MAX: "3" };
const test = await startGateway({ env });
afterAll(() => test.stop());
const opened: RawConnection[] = [];

const measured = async (series: string) => {
  const metrics = await fetch(`http://127.0.0.1:${test.gateway.healthPort()}/metrics`);
  const line = (await metrics.text()).split("\n").find((each) => each.startsWith(series));
  return Number(line?.split(" ").at(-1));
};
const areOpen = (count: number) =>
  eventually(`${count} are open`, async () => (await measured("sanu_connections_open")) === count);

/** From an address of this machine; every one of `127.0.0.0/8` is. */
async function openFrom(localAddress: string): Promise<RawConnection> {
  const connection = await openRaw(test.gateway.port(), { localAddress });
  opened.push(connection);
  return connection;
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const follow = async (address: string) => {
  const connection = await openFrom(address);
  connection.send(get(`/pay/0123456789abcdef${opened.length}/events`));
  await eventually("it follows", () => connection.received().includes("event: progress"));
  return connection;
};
const isAnswered = async (connection: RawConnection) => {
  connection.send(get("/nowhere"));
  await eventually("it is answered", () => connection.received().includes(" 404 "));
};

afterEach(async () => {
  for (const each of opened.splice(0)) each.leave();
  await areOpen(0);
});

describe("the connections of a gateway", () => {
  it("are so many from one address: the longest idle one makes room", async () => {
    const [first, second, third] = [
      await openFrom("127.0.0.2"),
      await openFrom("127.0.0.2"),
      await openFrom("127.0.0.2"),
    ];
    await isAnswered(first);
    const fourth = await openFrom("127.0.0.2");
    await second.untilClosed();

    await isAnswered(fourth);
    expect([first.isClosed(), third.isClosed()]).toEqual([false, false]);
    expect(await measured('sanu_connections_capped{outcome="idle-closed"')).toBe(1);
  });

  it("are refused while all of an address are in use, and others are let in", async () => {
    const progress = progressOf("PENDING", 1);
    test.reply(FindProgress, () => ({ progress }));
    test.reply(ListProgress, () => ({ progress: [progress] }));
    const all = [await follow("127.0.0.3"), await follow("127.0.0.3"), await follow("127.0.0.3")];
    await expect(openFrom("127.0.0.3")).rejects.toThrow();
    await isAnswered(await openFrom("127.0.0.4"));
    expect(all.map((each) => each.isClosed())).toEqual([false, false, false]);
    expect(await measured('sanu_connections_capped{outcome="refused-by-address"')).toBe(1);

    all[0]?.leave();
    await areOpen(3);
    await isAnswered(await openFrom("127.0.0.3"));
  });

  it("are so many in all: who has most gives up an idle one", async () => {
    const alone = await openFrom("127.0.0.5");
    const many = [await openFrom("127.0.0.6"), await openFrom("127.0.0.6")];
    const more = [
      await openFrom("127.0.0.7"),
      await openFrom("127.0.0.7"),
      await openFrom("127.0.0.7"),
    ];
    await many[0]?.untilClosed();
    await isAnswered(await openFrom("127.0.0.8"));
    await more[0]?.untilClosed();
    expect(alone.isClosed()).toBe(false);
  });

  it("are let in while slow bodies have all places: who has most of these gives one up", async () => {
    const head =
      "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    const all: RawConnection[] = [];
    for (const address of ["127.0.0.9", "127.0.0.9", "127.0.0.9", "127.0.0.10", "127.0.0.10"]) {
      const connection = await openFrom(address);
      connection.send(`${head}Content-Length: 90\r\nExpect: 100-continue\r\n\r\n`);
      await eventually("it is in use", () => connection.received().includes("100 Continue"));
      all.push(connection);
    }
    await isAnswered(await openFrom("127.0.0.11"));
    await all[0]?.untilClosed();
    expect(all.filter((each) => each.isClosed())).toHaveLength(1);
  });
});
