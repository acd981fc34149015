import { describe, expect, it } from "vitest";
import { MigrationOrderError, planMigrations } from "./plan-migrations.ts";

const known = ["0002-b", "0001-a", "0003-c"];

describe("the plan of a migration job", () => {
  it("is what is not done yet, in the order of the numbers", () => {
    expect(planMigrations(known, [])).toEqual(["0001-a", "0002-b", "0003-c"]);
    expect(planMigrations(known, ["0001-a", "0002-b"])).toEqual(["0003-c"]);
    expect(planMigrations(known, known)).toEqual([]);
  });

  it("is empty for a release that is older than the schema", () => {
    expect(planMigrations(known, [...known, "0004-later"])).toEqual([]);
  });

  it("is refused where a number was passed over, or somebody else's was done", () => {
    expect(() => planMigrations(known, ["0001-a", "0003-c"])).toThrow(
      new MigrationOrderError("Not done, though later ones are: 0002-b"),
    );
    expect(() => planMigrations(known, ["0001-a", "0004-later"])).toThrow(MigrationOrderError);
    expect(() => planMigrations(known, ["0001-a", "0002-other"])).toThrow(
      new MigrationOrderError("Done in the database and unknown here: 0002-other"),
    );
  });
});
