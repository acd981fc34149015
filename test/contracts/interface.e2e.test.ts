import { eventually, type Person, type World } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf, detailOf, numberEndingIn } from "../e2e/buy.ts";
import { startSanu } from "../e2e/start-world.ts";
import { findDeviations } from "./find-deviations.ts";
import {
  completedDetailAnswer,
  createAnswer,
  flashbackAnswer,
  listAnswer,
  openDetailAnswer,
  remainingAnswer,
} from "./interface-table.ts";

describe("the real answers of a purchase conform to the specification", () => {
  let world: World;
  let person: Person;

  beforeAll(async () => {
    world = await startSanu();
    person = await world.signUp();
  });
  afterAll(() => world.stop());

  const get = async (path: string) => {
    const answer = await world.api.call("GET", `/api/v1/transactions${path}`, {
      token: person.token,
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };

  it("when it is created and waits", async () => {
    const answer = await buy(world, person, { number: numberEndingIn("111") });
    const { id } = createdOf(answer);

    expect(findDeviations(createAnswer, answer.json())).toEqual([]);
    expect(findDeviations(openDetailAnswer, await get(`/${id}`))).toEqual([]);
  });

  it("when it is completed, alone and in the list", async () => {
    const { id } = createdOf(await buy(world, person));
    await eventually("the purchase is completed", async () => {
      return (await detailOf(world, person, id)).status === "COMPLETED";
    });

    const list = await get("");
    expect(findDeviations(completedDetailAnswer, await get(`/${id}`))).toEqual([]);
    expect(findDeviations(listAnswer, list)).toEqual([]);
    expect(list["transactions"]).toHaveLength(2);
  });

  it("in the numbers of the month and of the limit", async () => {
    expect(findDeviations(flashbackAnswer, await get("/flashback"))).toEqual([]);
    expect(findDeviations(remainingAnswer, await get("/remaining"))).toEqual([]);
  });
});
