import { streamDefinitions } from "@sanu/contracts";
import { describe, expect, it } from "vitest";
import { describeChange, planStreams, takesCopiesAway } from "./stream-changes.ts";

const definitions = streamDefinitions("");
const [first, second, third, fourth] = definitions.map(({ name }) => name);

/** What becomes of streams that have so many copies, in the order of the definitions; none where one is missing. */
function plan(replicas: readonly (number | undefined)[], wanted?: number): readonly string[] {
  const present = new Map(
    definitions.flatMap(({ name }, index) => {
      const has = replicas[index];
      return has === undefined ? [] : [[name, has] as const];
    }),
  );
  return planStreams(definitions, present, wanted).map(describeChange);
}

describe("the copies of streams", () => {
  it("stay as they are where no number is said", () => {
    expect(plan([1, 3, 5, 3])).toEqual([]);
  });

  it("of a stream that is missing are never fewer than any other stream has", () => {
    expect(plan([1, undefined, 3, undefined])).toEqual([
      `${second} is missing: it gets 3 copies`,
      `${fourth} is missing: it gets 3 copies`,
    ]);
    expect(plan([])).toContain(`${first} is missing: it gets 1 copy`);
  });

  it("become what is said, of streams that are there and of those that are missing", () => {
    expect(plan([3, 1, undefined, 5], 3)).toEqual([
      `${second} has 1 copy: it gets more, 3`,
      `${third} is missing: it gets 3 copies`,
      `${fourth} has 5 copies: it gets fewer, 3`,
    ]);
  });

  it("are taken away only where there are more than are said", () => {
    const present = new Map(definitions.map(({ name }, index) => [name, index + 1]));
    const changes = planStreams(definitions, present, 3);
    expect(changes.filter(takesCopiesAway)).toMatchObject([{ name: fourth }]);
  });
});
