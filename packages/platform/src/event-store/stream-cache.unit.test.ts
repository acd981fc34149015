import { expect, it } from "vitest";
import { createStreamCache } from "./stream-cache.ts";

it("the streams that were written last are remembered, and no more than the limit", () => {
  const cache = createStreamCache<string>(2);
  const versionOf = (streamId: string) => cache.recall(streamId)?.version;
  const write = (streamId: string, version: number) =>
    cache.store(streamId, { events: [], version });
  write("one", 1);
  write("two", 1);
  write("one", 2);
  write("three", 1);

  expect(["one", "two", "three"].map(versionOf)).toEqual([2, undefined, 1]);
  cache.evict("one");
  expect(versionOf("one")).toBeUndefined();
});
