import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { FindProgress, GetRemaining } from "@sanu/contracts";
import { collectEvents, eventually, openRaw } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { isReady, startGateway } from "./gateway.fixture.ts";
import { progressOf } from "./replies.fixture.ts";
import { generatedCertificate } from "./tls/certificate.ts";
import { createTokenSigner } from "./token-signer.fixture.ts";

const path = "/api/v1/transactions/remaining";

describe("a gateway that stops", () => {
  it("is not ready any more, and answers what is under way", async () => {
    const signer = createTokenSigner();
    const test = await startGateway({ signer });
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    test.reply(GetRemaining, async () => {
      arrive();
      await released;
      return { remaining: 5 };
    });
    const response = test.api.call("GET", path, { token: signer.token() });
    await arrived;

    const stopped = test.gateway.stop();
    expect(await isReady(test.gateway)).toBe(false);
    release();

    expect((await response).json()).toEqual({ success: true, remaining: 5 });
    expect(await stopped).toBe(true);
    await expect(test.api.call("GET", "/openapi.json")).rejects.toThrow("ECONNREFUSED");
    await test.stop();
  });

  it("serves on for a pause while it is not ready, sends everybody elsewhere, and only then closes", async () => {
    const { promise: pause, resolve: end } = Promise.withResolvers<void>();
    const test = await startGateway({ drainPause: () => pause });
    test.reply(FindProgress, () => ({ progress: progressOf("PENDING", 1) }));
    const events = () => collectEvents(`${test.gateway.url()}/pay/0123456789abcdefABCD_-/events`);
    const kept = await openRaw(test.gateway.port());
    const ask = () => kept.send("GET /.well-known/jwks.json HTTP/1.1\r\nhost: localhost\r\n\r\n");
    ask();
    await eventually("the first answer", () => kept.received().includes('"keys"'));
    expect(kept.received()).not.toMatch(/connection: close/i);
    const early = await events();
    await eventually("its state is shown", () => early.events.length === 1);

    const stopped = test.gateway.stop();
    expect(await isReady(test.gateway)).toBe(false);
    await eventually("the stream ended", early.hasEnded);
    const late = await events();
    await eventually("the late one ended behind its state", late.hasEnded);
    expect([late.status, late.events.length]).toEqual([200, 1]);
    for (const { asides } of [early, late]) expect(asides[0]).toMatch(/^retry: \d{4}$/);
    ask();
    expect(await kept.untilClosed()).toMatch(/connection: close[^]*"keys"/i);
    const fresh = await test.api.call("GET", "/.well-known/jwks.json");
    expect([fresh.status, fresh.headers["connection"]]).toEqual([200, "close"]);
    end();

    expect(await stopped).toBe(true);
    await expect(test.api.call("GET", "/openapi.json")).rejects.toThrow("ECONNREFUSED");
    await Promise.all([early.leave(), late.leave()]);
    await test.stop();
  });
});

describe("a gateway that starts", () => {
  it.each([
    ["generated", "https"],
    ["off", "http"],
  ])("says where it listens: TLS is %s", async (tls, scheme) => {
    const test = await startGateway({ env: { GATEWAY_TLS: tls } });
    const messages = test.lines.map((line) => (JSON.parse(line) as { message?: string }).message);
    expect(messages).toContain(`listening at ${scheme}://127.0.0.1:${test.gateway.port()}`);
    await test.stop();
  });
});

describe("the certificate of a gateway", () => {
  it("is the given one where files are named, and nothing older than TLS 1.2 is spoken", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sanu-gateway-"));
    const given = await generatedCertificate({ names: ["given.example"], dataDir: undefined });
    const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    await writeFile(certFile, given.cert);
    await writeFile(keyFile, given.key);
    const test = await startGateway({
      env: {
        GATEWAY_TLS: "files",
        GATEWAY_TLS_CERT_FILE: certFile,
        GATEWAY_TLS_KEY_FILE: keyFile,
      },
    });
    try {
      const options = { port: test.gateway.port(), host: "127.0.0.1", ca: given.cert };
      const socket = connect({ ...options, servername: "given.example" });
      await once(socket, "secureConnect");
      expect(socket.authorized).toBe(true);
      socket.destroy();

      const old = connect({ ...options, minVersion: "TLSv1", maxVersion: "TLSv1.1" });
      const [refusal] = (await once(old, "error").catch((error: unknown) => [error])) as [Error];
      expect(refusal).toBeInstanceOf(Error);
    } finally {
      await test.stop();
      await rm(folder, { recursive: true });
    }
  });
});
