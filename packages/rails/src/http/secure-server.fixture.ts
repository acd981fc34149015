import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";

export interface TestCertificate {
  readonly cert: string;
  readonly private: string;
}

/** As lnd makes its own: it signs itself, for names that need not be the one it is reached by. */
export async function testCertificate(
  name: string,
  notAfterDate = new Date(Date.now() + 86_400_000),
): Promise<TestCertificate> {
  return generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 864_000_000),
    notAfterDate,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: name }] },
    ],
  });
}

/** A server on a port of its own, over TLS where a certificate is given. */
export async function listenTo(listener: RequestListener, certificate?: TestCertificate) {
  const server =
    certificate === undefined
      ? createServer(listener)
      : createSecureServer({ cert: certificate.cert, key: certificate.private }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
