import { describe, expect, it } from "vitest";
import { createComparer } from "./compare-rows.ts";

const table = { name: "sums", table: "sums", columns: ["id", "sum"], keyColumns: ["id"] };

describe("a log that cannot be folded", () => {
  it("is a difference of its stream, and hides no difference of another", () => {
    const comparer = createComparer(table);
    const broken = (): never => {
      throw new Error("Paid before it was ordered");
    };

    expect(comparer.fold("stream-1", () => [1])).toEqual([1]);
    expect(comparer.fold("stream-2", broken)).toBeUndefined();
    comparer.compare([{ id: "stream-3", sum: 1n }], [{ id: "stream-3", sum: 2n }]);

    expect(comparer.finding()).toMatchObject({
      differencesCount: 2,
      differences: [
        { key: "stream-2", live: undefined, folded: { fault: "Paid before it was ordered" } },
        { key: JSON.stringify(["stream-3"]) },
      ],
    });
  });
});
