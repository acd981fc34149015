import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { findFreePort } from "../processes/free-port.ts";
import { ensureCertificate } from "./certificate.ts";
import { exchangeHttp } from "./demo/http-exchange.ts";

const folder = mkdtempSync(join(tmpdir(), "sanu-certificate-"));
const files = await ensureCertificate(folder);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("lets a client trust exactly the local API, by name and by address", async () => {
  const certificate = readFileSync(files.certificateFile, "utf8");
  const key = readFileSync(files.keyFile, "utf8");
  const port = await findFreePort();
  const server = createServer({ cert: certificate, key }, (_, response) => response.end("safe"));
  await once(server.listen(port, "127.0.0.1"), "listening");
  const call = (host: string, trusted?: string) =>
    exchangeHttp({ method: "GET", url: `https://${host}:${port}/`, certificate: trusted });

  const byName = await call("localhost", certificate);
  const byAddress = await call("127.0.0.1", certificate);
  const untrusting = call("localhost");

  expect([byName.response.body, byAddress.response.body]).toEqual(["safe", "safe"]);
  await expect(untrusting).rejects.toThrow(/self-signed/);
  server.close();
});

it("keeps the key from others, and both files for the next start", async () => {
  const before = readFileSync(files.certificateFile, "utf8");

  const again = await ensureCertificate(folder);

  expect(readFileSync(again.certificateFile, "utf8")).toBe(before);
  expect(statSync(again.keyFile).mode & 0o777).toBe(0o600);
});
