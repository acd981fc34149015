import { randomBytes } from "node:crypto";

/** A namespace of its own for a test file: its streams, subjects and consumers meet no other's. */
export function testNamespace(): string {
  return `t${randomBytes(6).toString("hex")}`;
}

/** The run's NATS server, set by the global set-up. Throws where it is missing. */
export function testNatsUrl(): string {
  const url = process.env["SANU_TEST_NATS_URL"];
  if (url === undefined) throw new Error("SANU_TEST_NATS_URL is not set: run tests with npm test");
  return url;
}
