import { expect, it } from "vitest";
import { natsAccess, natsAuthorization } from "./nats-access.ts";
import { readAllowed } from "./released-access.ts";

const written = (before = {}) => natsAuthorization("", () => '"secret"', before);

it("reads the rights of a release as they were written", () => {
  const read = readAllowed(written());
  for (const [user, { publish, subscribe }] of Object.entries(natsAccess(""))) {
    const unique = [...new Set(publish)];
    expect(read).toMatchObject({ [user]: { publish: unique, subscribe } });
  }
});

it("keeps what the last release may use until the next one is named, and what is denied stays denied", () => {
  const before = {
    "gateway-api": { publish: ["request.of.before"], subscribe: ["news.of.before"] },
  };
  const both = written(before);
  expect(readAllowed(both)["gateway-api"]).toEqual({
    publish: [...natsAccess("")["gateway-api"].publish, "request.of.before"],
    subscribe: [...natsAccess("")["gateway-api"].subscribe, "news.of.before"],
  });
  expect(both).toContain(JSON.stringify(natsAccess("")["gateway-api"].neverPublish[0]));
  expect(readAllowed(written())["identity"]).toEqual(readAllowed(both)["identity"]);
});
