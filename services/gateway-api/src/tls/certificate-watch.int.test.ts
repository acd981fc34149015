import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";
import { createLogger, createMetrics, type Loop, type Metrics } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createConnectionGuard } from "../connections/guard-connections.ts";
import { type Certificate, generatedCertificate, readCertificate } from "./certificate.ts";
import { watchCertificate } from "./certificate-watch.ts";
import { createHttpServer } from "./create-server.ts";

const made = () => generatedCertificate({ names: ["localhost"], dataDir: undefined });
const fingerprintOf = ({ cert }: Certificate) => new X509Certificate(cert).fingerprint256;

/** Tries deploy/runbooks/certificate-expired.md. */
describe("a certificate in files", () => {
  let dataDir: string;
  let first: Certificate;
  let server: Server;
  let watch: Loop;
  let lines: string[];
  let metrics: Metrics;
  const files = () => ({ certFile: join(dataDir, "cert"), keyFile: join(dataDir, "key") });

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "sanu-tls-"));
    first = await made();
    await put(first);
    server = createHttpServer((_request, reply) => reply.end("well"), {
      certificate: first,
      guard: createConnectionGuard({ openMax: 10, perAddressMax: 10 }, []),
      awaited: new WeakSet(),
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    lines = [];
    const logger = createLogger({
      service: "gateway-api",
      level: "info",
      destination: { write: (line) => lines.push(line) },
    });
    const read = () => readCertificate(files());
    metrics = createMetrics("gateway-api");
    watch = watchCertificate({ server, served: first, read, logger, metrics, everyMs: 20 });
    watch.start();
  });
  afterEach(async () => {
    await watch.stop();
    metrics.close();
    server.close();
    await rm(dataDir, { recursive: true });
  });

  async function put({ cert, key }: Certificate): Promise<void> {
    const { certFile, keyFile } = files();
    await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
  }

  async function open(): Promise<TLSSocket> {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
    await once(socket, "secureConnect");
    return socket;
  }

  /** The fingerprint that a client sees who connects now. */
  async function served(): Promise<string> {
    const socket = await open();
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  }

  const serveOver = async (socket: TLSSocket): Promise<string> => {
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const [response] = await once(socket, "data");
    return String(response);
  };

  it("that was renewed is served to whoever comes then, and disturbs nobody who was there", async () => {
    const early = await open();
    const second = await made();
    await put(second);

    await eventually("the new one is served", async () => {
      return (await served()) === fingerprintOf(second);
    });
    expect(await serveOver(early)).toContain("200 OK");
    early.destroy();
    await wait(100);
    const announced = lines.filter((line) => line.includes("a new certificate is served"));
    expect(announced).toHaveLength(1);
    const endsAt = new X509Certificate(second.cert).validToDate.getTime() / 1_000;
    const { text } = await metrics.scrape();
    expect(text).toContain(
      `sanu_certificate_expires_timestamp_seconds{service="gateway-api"} ${endsAt}`,
    );
  });

  it("stays where one of the files was replaced so far, is broken or is gone, and the log says so", async () => {
    const second = await made();
    const { certFile, keyFile } = files();
    for (const [spoil, reason] of [
      [() => writeFile(certFile, second.cert), "KEY_MISMATCH"],
      [() => writeFile(keyFile, "no key"), "ERR_OSSL_UNSUPPORTED"],
      [() => rm(keyFile), "ENOENT"],
    ] as const) {
      await spoil();
      await eventually(`it is told: ${reason}`, () => lines.join("").includes(reason));
      expect(await served()).toBe(fingerprintOf(first));
    }
    expect(lines.join("")).not.toContain("PRIVATE KEY");

    await put(second);
    await eventually("both are there", async () => (await served()) === fingerprintOf(second));
  });
});
