import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cloneFolder } from "../folders/data-folder.ts";
import { FolderInUseError } from "../processes/claim-folder.ts";
import { findFreePort } from "../processes/free-port.ts";
import { assertNewEnough, findNatsServer, findOnPath } from "./find-nats-server.ts";
import { type Nats, startNats } from "./start-nats.ts";

let folder: string;
const started: Nats[] = [];

async function start(options: Parameters<typeof startNats>[0]): Promise<Nats> {
  const nats = await startNats(options);
  started.push(nats);
  return nats;
}

/** Speaks just enough of the protocol to make a stream and to count streams. */
function requestJson(port: number, subject: string, body: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const payload = JSON.stringify(body);
    let text = "";
    socket.setTimeout(30_000, () => reject(new Error(`No answer: ${text}`)));
    socket.once("error", reject);
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
      const [, response] = /MSG answers 1 \d+\r\n(.*)\r\n/.exec(text) ?? [];
      if (response === undefined) return;
      socket.destroy();
      resolve(response);
    });
    socket.write(
      `CONNECT {"verbose":false}\r\nSUB answers 1\r\nPUB ${subject} answers ${payload.length}\r\n${payload}\r\n`,
    );
  });
}

function programSaying(version: string): string {
  const program = join(folder, "nats-server");
  writeFileSync(program, `#!/bin/sh\necho "${version}"\n`);
  chmodSync(program, 0o755);
  return program;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-nats-"));
});

afterEach(async () => {
  for (const nats of started.splice(0)) await nats.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a local NATS server", () => {
  it("keeps its streams through a kill and a restart on the same port", async () => {
    const nats = await start({ storeDir: folder });
    const stream = { name: "KEPT", subjects: ["kept.>"], storage: "file" };
    const made = await requestJson(nats.port, "$JS.API.STREAM.CREATE.KEPT", stream);

    await nats.kill();
    await nats.restart();

    expect(made).toContain('"did_create":true');
    expect(await requestJson(nats.port, "$JS.API.INFO", {})).toContain('"streams":1');
  });

  it("starts empty when asked to be fresh", async () => {
    const first = await start({ storeDir: folder });
    await requestJson(first.port, "$JS.API.STREAM.CREATE.GONE", {
      name: "GONE",
      subjects: ["gone.>"],
    });
    await first.stop();

    const second = await start({ storeDir: folder, fresh: true });

    expect(await requestJson(second.port, "$JS.API.INFO", {})).toContain('"streams":0');
  });

  it("forgets a client that fell silent, as the one in containers does, within seconds", async () => {
    const nats = await start({ storeDir: folder });
    const socket = connect({ port: nats.port, host: "127.0.0.1" });
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
    });
    const closed = new Promise<number>((resolve) => {
      socket.on("close", () => resolve(performance.now()));
    });
    const from = performance.now();
    socket.write('CONNECT {"verbose":false}\r\nPING\r\n');

    expect((await closed) - from).toBeLessThan(30_000);
    expect(text).toContain("Stale Connection");
    const container = readFileSync(join(cloneFolder, "deploy", "nats", "nats.conf"), "utf8");
    const own = readFileSync(join(folder, "nats.conf"), "utf8");
    const pings = (config: string) => config.match(/^ping_.*$/gm);
    expect(pings(own)).toEqual(pings(container));
  });

  it("refuses a second server on the same folder", async () => {
    await start({ storeDir: folder });

    await expect(startNats({ storeDir: folder })).rejects.toThrow(FolderInUseError);
  });

  it("waits for its port while another program still holds it", async () => {
    const port = await findFreePort();
    const holder = createServer().listen(port, "127.0.0.1");
    const starting = start({ storeDir: folder, port });
    setTimeout(() => holder.close(), 600);

    expect((await starting).port).toBe(port);
  });
});

describe("the choice of the NATS server", () => {
  it("finds one that is new enough on this machine", () => {
    expect(assertNewEnough(findNatsServer())).toMatch(/nats-server$/);
  });

  it("refuses an older one and says which is needed", () => {
    expect(() => assertNewEnough(programSaying("nats-server: v2.9.10"))).toThrow(
      /nats-server 2\.9\.10; at least 2\.12\.0 is needed/,
    );
  });

  it("refuses a program that does not tell its version", () => {
    expect(() => assertNewEnough(programSaying("hello"))).toThrow("does not tell its version");
  });

  it("looks through the search path in its order", () => {
    const program = programSaying("nats-server: v2.12.0");

    expect(findOnPath(`/nowhere::${folder}`)).toBe(program);
    expect(findOnPath("/nowhere")).toBeUndefined();
  });
});
