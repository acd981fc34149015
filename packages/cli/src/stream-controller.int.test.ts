import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { type Namespace, namespace, streamDefinitions, streamName } from "@sanu/contracts";
import { findFreePort, type RunningProcess, runProcess } from "@sanu/local-stack";
import { connectNats, inspectStreams, type Messaging } from "@sanu/platform";
import {
  eventually,
  startTcpProxy,
  type TcpProxy,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { afterEach, beforeEach, expect, it } from "vitest";

const stopWithinMs = 15_000;

let folder: string;
let space: Namespace;
let wire: TcpProxy;
let messaging: Messaging;
let controller: RunningProcess;
let readyUrl: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sanu-controller-"));
  space = namespace(testNamespace());
  messaging = await connectNats({ url: testNatsUrl(), name: "controller-test", namespace: space });
  const server = new URL(testNatsUrl());
  wire = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
  const port = await findFreePort();
  readyUrl = `http://127.0.0.1:${port}/readyz`;
  controller = await runProcess({
    name: "sanu streams keep",
    command: process.execPath,
    args: [join(import.meta.dirname, "main.ts"), "streams", "keep"],
    cwd: folder,
    env: {
      NATS_URL: `nats://${wire.host}:${wire.port}`,
      NATS_NAMESPACE: space,
      HEALTH_PORT: String(port),
    },
    logFile: join(folder, "controller.log"),
    stopSignal: "SIGTERM",
  });
});

afterEach(async () => {
  await controller?.kill();
  await Promise.all([messaging?.close(), wire?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const untilReadyIs = (wanted: boolean) =>
  eventually(`the controller is ${wanted ? "" : "not "}ready`, async () => {
    return ((await fetch(readyUrl)).status === 200) === wanted;
  });

/** Streams and durables: it throws where one is missing. */
const untilAllIsThere = () =>
  eventually("everything is in its place", async () => {
    return (await inspectStreams(messaging)).unhandled === 0;
  });

it("makes what somebody deletes, says when it cannot, and ends when it is told to", async () => {
  await untilReadyIs(true);
  await untilAllIsThere();
  const { consumers, streams } = await jetstreamManager(messaging.connection);

  await consumers.delete(streamName(space, "payments"), "transactions-from-payments");
  await eventually("it notices", () => controller.logTail().includes("transactions-from-payments"));
  await untilAllIsThere();

  wire.setWire({ kind: "cut" });
  await untilReadyIs(false);
  for (const { name } of streamDefinitions(space)) await streams.delete(name);
  wire.setWire({ kind: "clear" });
  await untilReadyIs(true);
  await untilAllIsThere();

  const exit = await controller.stop("SIGTERM", stopWithinMs);
  expect({ ...exit, log: controller.logTail() }).toMatchObject({ code: 0, signal: null });
});
