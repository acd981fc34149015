import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import { fairNowMs } from "../fair-time.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

/** The server answers `answer <what it heard>`, and remembers everything. */
interface Served {
  received: string;
  ended: boolean;
  broken: boolean;
}

/** What the program at the other end of the wire got. */
interface Received {
  readonly socket: Socket;
  text: string;
  ended: boolean;
  broken: boolean;
}

describe("the proxy that breaks wires", () => {
  let server: Server;
  let proxy: TcpProxy;
  const served: Served[] = [];

  beforeAll(async () => {
    server = createServer((socket) => {
      const one: Served = { received: "", ended: false, broken: false };
      served.push(one);
      socket.on("data", (bytes) => {
        one.received += String(bytes);
        socket.write(`answer ${String(bytes)}`);
      });
      socket.on("end", () => {
        one.ended = true;
      });
      socket.on("error", () => {
        one.broken = true;
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    proxy = await startTcpProxy({ port: address.port });
  });

  afterEach(() => {
    proxy.setWire({ kind: "cut" });
    proxy.setWire({ kind: "clear" });
    served.length = 0;
  });

  afterAll(async () => {
    await proxy.close();
    server.close();
  });

  const begin = (): Received => {
    const socket = connect(proxy.port, proxy.host);
    const one: Received = { socket, text: "", ended: false, broken: false };
    socket.on("data", (bytes) => {
      one.text += String(bytes);
    });
    socket.on("end", () => {
      one.ended = true;
    });
    socket.on("error", () => {
      one.broken = true;
    });
    return one;
  };
  const open = async (): Promise<Received> => {
    const one = begin();
    await once(one.socket, "connect");
    return one;
  };
  const say = async (to: Received, text: string) => {
    to.socket.write(text);
    await eventually("it is answered", () => to.text.endsWith(`answer ${text}`));
  };
  const pauseMs = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));

  it("passes everything in both directions while the wire is clear, and the end of it", async () => {
    const one = await open();
    one.socket.write("x".repeat(300_000));
    await eventually("the server hears it all", () => served[0]?.received.length === 300_000);
    one.socket.end();

    await eventually("the server hears the end", () => served[0]?.ended);
    await eventually("and the program the server's", () => one.ended);
    expect(one.text.replaceAll("answer ", "")).toBe("x".repeat(300_000));
    expect([one.broken, served[0]?.broken]).toEqual([false, false]);
  });

  it("resets every connection when the wire is cut, and new ones until it is clear", async () => {
    const one = await open();
    await say(one, "before");
    proxy.setWire({ kind: "cut" });

    await eventually("the program sees a reset", () => one.broken);
    await eventually("the server too", () => served[0]?.broken);
    const during = begin();
    await eventually("a new one is reset", () => during.broken);
    expect(served).toHaveLength(1);

    proxy.setWire({ kind: "clear" });
    await say(await open(), "after");
  });

  it("lets everything vanish while the wire is half-open, and tells nobody, also not later", async () => {
    const old = await open();
    await say(old, "before");
    const idle = await open();
    await say(idle, "before");
    proxy.setWire({ kind: "half-open" });
    const fresh = await open();
    for (const one of [old, fresh]) one.socket.write("lost");
    await pauseMs(150);
    proxy.setWire({ kind: "clear" });
    old.socket.write("lost too");
    old.socket.end();
    await say(idle, "nothing of this one was lost");
    await pauseMs(150);

    expect(old).toMatchObject({ text: "answer before", ended: false, broken: false });
    expect(fresh).toMatchObject({ text: "", ended: false, broken: false });
    expect(served[0]).toEqual({ received: "before", ended: false, broken: false });
    expect(served).toHaveLength(2);
    await say(await open(), "a new connection");
  });

  it("keeps from the server what the program says while the wire is mute", async () => {
    const one = await open();
    await say(one, "before");
    proxy.setWire({ kind: "mute" });
    one.socket.write("lost");
    await pauseMs(100);
    proxy.setWire({ kind: "clear" });
    one.socket.write("lost too");
    await pauseMs(100);

    expect(served[0]).toEqual({ received: "before", ended: false, broken: false });
  });

  it("keeps from the program what the server answers while the wire is deaf", async () => {
    const one = await open();
    proxy.setWire({ kind: "deaf" });
    one.socket.write("heard");
    await eventually("the server hears it", () => served[0]?.received === "heard");
    await pauseMs(100);
    proxy.setWire({ kind: "clear" });
    one.socket.write(" and this");
    await eventually("the server hears more", () => served[0]?.received === "heard and this");
    await pauseMs(100);

    expect(one).toMatchObject({ text: "", ended: false, broken: false });
  });

  it("delivers in order and so much later, each way, on a slow wire, but not later and later", async () => {
    const one = await open();
    await say(one, "before");
    proxy.setWire({ kind: "slow", latencyMs: 200 });
    const [from, fairFrom] = [performance.now(), fairNowMs()];
    for (const text of ["1", "2", "3", "4", "5"]) {
      one.socket.write(text);
      await pauseMs(10);
    }
    await eventually("the first arrives", () => served[0]?.received.startsWith("before1"));
    expect(performance.now() - from).toBeGreaterThanOrEqual(195);
    await eventually("the last is answered", () => one.text.endsWith("5"));
    expect(performance.now() - from).toBeGreaterThanOrEqual(395);
    expect(fairNowMs() - fairFrom).toBeLessThan(1_000);
    expect(served[0]?.received).toBe("before12345");

    one.socket.write("waiting");
    await pauseMs(20);
    proxy.setWire({ kind: "clear" });
    await eventually("what waits comes at once", () => one.text.endsWith("waiting"), 150);
  });

  it("resets a connection in the middle of an answer, so many bytes after it became like this", async () => {
    const one = await open();
    await say(one, "before");
    proxy.setWire({ kind: "reset", afterBytes: 10 });
    one.socket.write("abcdefgh");

    await eventually("it is reset", () => one.broken);
    expect(one.text).toBe("answer beforeanswer abc");
    await eventually("the server too", () => served[0]?.broken);
    const next = await open();
    next.socket.write("abc");
    await eventually("bytes are counted for each connection", () => next.text === "answer abc");
  });

  it("resets a connection in the middle of a question", async () => {
    const one = await open();
    proxy.setWire({ kind: "reset", afterBytes: 4, of: "request" });
    one.socket.write("abcdefgh");

    await eventually("it is reset", () => one.broken);
    await eventually("the server heard half of it", () => served[0]?.broken);
    expect(served[0]?.received).toBe("abcd");
  });

  it("drips byte by byte, and sends the rest when the wire is clear again", async () => {
    const one = await open();
    await say(one, "before");
    proxy.setWire({ kind: "drip", bytesPerSecond: 20 });
    const from = performance.now();
    one.socket.write("abcdefghijklmnopqrstuvwxyz");
    const dripped = () => (served[0]?.received ?? "").length - "before".length;
    await eventually("some drips arrive", () => dripped() > 0);
    expect(dripped()).toBeLessThanOrEqual(1 + ((performance.now() - from) * 20) / 1_000);

    proxy.setWire({ kind: "clear" });
    await eventually("the rest arrives", () => served[0]?.received.endsWith("xyz"), 150);
    await eventually("and its answer", () => one.text.endsWith("z"), 150);
  });

  it("tells a program at once that the server is not there", async () => {
    const nobody = await startTcpProxy({ port: 1 });
    const socket = connect(nobody.port, nobody.host);
    const broken = once(socket, "error").then(() => true);
    expect(await Promise.race([broken, pauseMs(20_000)])).toBe(true);
    await nobody.close();
  });
});
