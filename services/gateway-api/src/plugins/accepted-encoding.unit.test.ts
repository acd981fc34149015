import { expect, it } from "vitest";
import { acceptedEncoding } from "./accepted-encoding.ts";

it.each([
  [undefined, undefined],
  ["", undefined],
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["*", "br"],
  ["br;q=0, gzip;q=0.0, *", undefined],
  ["identity", undefined],
  ["br;q=nonsense", undefined],
] as const)("a client that accepts %j is sent %s", (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
