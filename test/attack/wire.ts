import { exchangeRaw, type World } from "@sanu/testing";
import { describe, expect, it } from "vitest";

const hidden = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
const post = (headers: string, body: string) =>
  `POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

/** What must be refused, and as what: nothing that follows on the connection may be taken for another request. */
const attacks: readonly (readonly [string, string, number])[] = [
  [
    "a length and chunks",
    post("Content-Length: 6\r\nTransfer-Encoding: chunked", `0\r\n\r\n${hidden}`),
    400,
  ],
  ["two lengths", post("Content-Length: 2\r\nContent-Length: 60", `{}${hidden}`), 400],
  ["a length with a sign", post("Content-Length: +2", `{}${hidden}`), 400],
  ["two codings", post("Transfer-Encoding: chunked, identity", `0\r\n\r\n${hidden}`), 400],
  ["a coding of two lines", post("Transfer-Encoding:\r\n chunked", `0\r\n\r\n${hidden}`), 400],
  [
    "a size that is none",
    post("Transfer-Encoding: chunked", `0x2\r\n{}\r\n0\r\n\r\n${hidden}`),
    400,
  ],
  ["a size beyond all bounds", post("Transfer-Encoding: chunked", `${"f".repeat(17)}\r\n{}`), 400],
  ["line feeds alone", `GET / HTTP/1.1\nHost: x\n\n${hidden}`, 400],
  [
    "a line of a header that goes on",
    `GET / HTTP/1.1\r\nHost: x\r\nX: 1\r\n y\r\n\r\n${hidden}`,
    400,
  ],
  ["two hosts", `GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n${hidden}`, 400],
  ["a host in its target", `GET https://y/ HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`, 400],
  ["a tunnel", `CONNECT y:443 HTTP/1.1\r\nHost: y:443\r\n\r\n${hidden}`, 0],
  ["HTTP/0.9", "GET /openapi.json\r\n\r\n", 400],
  ["HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["a header of a megabyte", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(1_048_576)}`, 431],
  ["a thousand headers", `GET / HTTP/1.1\r\nHost: x\r\n${"X: 1\r\n".repeat(1_000)}\r\n`, 431],
  [
    "a packed body",
    post("Connection: close\r\nContent-Encoding: gzip\r\nContent-Length: 2", "{}"),
    415,
  ],
  ["NUL in a header", "GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n", 400],
];

export function attackWire({ publicUrl }: Pick<World, "publicUrl">): void {
  const port = Number(new URL(publicUrl).port);

  describe("what a client writes on the wire", () => {
    it.each(attacks)(
      "is refused at once, and nothing behind it is read: %s",
      async (_what, bytes, status) => {
        const received = await exchangeRaw(port, bytes);
        const answers = received.match(/HTTP\/1\.1 \d{3} /g) ?? [];

        expect(answers).toEqual(status === 0 ? [] : [`HTTP/1.1 ${status} `]);
        if (status === 0) return;
        expect(received).toContain("application/problem+json");
        expect(received).toContain("x-content-type-options: nosniff");
        expect(received.toLowerCase()).toContain("connection: close");
      },
    );
  });
}
