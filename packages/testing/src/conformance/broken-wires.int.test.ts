import { randomUUID } from "node:crypto";
import { sats, xof } from "@sanu/kernel";
import { createSandboxCollectionRail, createSandboxSendRail, readReceiver } from "@sanu/rails";
import { createSandbox, type Sandbox } from "@sanu/sandbox";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { fairNowMs } from "../fair-time.ts";
import { startTcpProxy, type TcpProxy } from "../network/tcp-proxy.ts";
import { brokenWires } from "../network/wire.ts";

const limits = { callTimeoutMs: 1_200, soonMs: 5_000, inParallel: 4 } as const;

/** Latency and drip so slow that no whole answer comes in time. */
const wires = brokenWires({
  latencyMs: 1_000,
  bytesPerSecond: 20,
  responseBytes: 150,
  requestBytes: 100,
});

describe("a rail behind a wire that breaks", () => {
  let sandbox: Sandbox;
  let wire: TcpProxy;
  let collection: ReturnType<typeof createSandboxCollectionRail>;
  let send: ReturnType<typeof createSandboxSendRail>;

  beforeAll(async () => {
    const callbackSecret = randomUUID();
    sandbox = await createSandbox({ callbackUrl: null, callbackSecret });
    wire = await startTcpProxy({ port: Number(new URL(sandbox.url).port) });
    const baseUrl = `http://${wire.host}:${wire.port}`;
    const { callTimeoutMs } = limits;
    collection = createSandboxCollectionRail({ baseUrl, callTimeoutMs, callbackSecret });
    send = createSandboxSendRail({ baseUrl, callTimeoutMs });
  });

  afterEach(() => wire.setWire({ kind: "clear" }));

  afterAll(async () => {
    await collection.close();
    await send.close();
    await wire.close();
    await sandbox.close();
  });

  const order = () => ({
    key: randomUUID(),
    amountXof: xof(5_000n),
    payerNumber: "+2290190000005",
    channel: "MTN_OPEN",
    description: "PAY_1",
  });
  const prepare = () => {
    const reading = readReceiver("ok@sandbox.sanu", "regtest");
    if (reading.kind !== "receiver") throw new Error("not a receiver");
    const { receiver: destination } = reading;
    const amounts = { amountSats: sats(7_000n), feeLimitSats: sats(70n) };
    return send.prepare({ key: randomUUID(), destination, ...amounts });
  };
  const prepared = async () => {
    const outcome = await prepare();
    if (outcome.kind !== "accepted") throw new Error("not prepared");
    const terms = { amountSats: sats(7_000n), feeLimitSats: sats(100n) };
    return { prepared: outcome.value, ...terms };
  };
  const query = (key: string) => ({ key, providerReference: null });

  it.each(wires)("knows nothing, in time, and never takes it for a no: $kind", async (broken) => {
    const known = order();
    expect(await collection.initiate(known)).toMatchObject({ kind: "accepted" });
    const command = await prepared();
    wire.setWire(broken);
    const from = fairNowMs();
    const outcomes = await Promise.all([
      collection.initiate(order()),
      collection.status(query(known.key)),
      prepare(),
      send.send(command),
      send.status(command.prepared.naturalKey),
    ]);

    expect(fairNowMs() - from).toBeLessThan(limits.soonMs);
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from(outcomes, () => "unknown"));
  });

  it.each(wires)(
    "is of use again at once when the wire is, on whatever was open: $kind",
    async (broken) => {
      const known = order();
      await collection.initiate(known);
      const request = () => collection.status(query(known.key));
      const requestAll = () => Promise.all(Array.from({ length: limits.inParallel }, request));
      const pending = { kind: "pending" };
      expect(await requestAll()).toMatchObject(
        Array.from({ length: limits.inParallel }, () => pending),
      );
      wire.setWire(broken);
      expect(await request()).toMatchObject({ kind: "unknown" });
      wire.setWire({ kind: "clear" });

      expect(await requestAll()).toMatchObject(
        Array.from({ length: limits.inParallel }, () => pending),
      );
    },
  );
});
