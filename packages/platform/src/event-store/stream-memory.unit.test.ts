import { expect, it } from "vitest";
import { createStreamMemory } from "./stream-memory.ts";

it("the streams that were written last are remembered, and no more than the limit", () => {
  const memory = createStreamMemory<string>(2);
  const versionOf = (streamId: string) => memory.recall(streamId)?.version;
  const write = (streamId: string, version: number) =>
    memory.remember(streamId, { events: [], version });
  write("one", 1);
  write("two", 1);
  write("one", 2);
  write("three", 1);

  expect(["one", "two", "three"].map(versionOf)).toEqual([2, undefined, 1]);
  memory.forget("one");
  expect(versionOf("one")).toBeUndefined();
});
