import { expect, it } from "vitest";
import { openTestServers } from "./test-infrastructure.ts";

it("uses the servers that a developer names", async () => {
  const given = { DATABASE_URL: "postgres://a.example/postgres", NATS_URL: "nats://a.example" };

  expect(await openTestServers({ ...given, TEST_INFRA: "" })).toMatchObject({
    databaseUrl: given.DATABASE_URL,
    natsUrl: given.NATS_URL,
  });
});

it("refuses a kind of servers that it does not know", async () => {
  await expect(openTestServers({ TEST_INFRA: "container" })).rejects.toThrow(
    "TEST_INFRA must be local or containers, not container",
  );
});
