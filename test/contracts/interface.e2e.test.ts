import { eventually } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { buy, createdOf, detailOf, numberEndingIn } from "../e2e/buy.ts";
import { startSharedSanu } from "../e2e/start-world.ts";
import { findDeviations } from "./find-deviations.ts";
import {
  completedDetailResponse,
  createResponse,
  flashbackResponse,
  listResponse,
  openDetailResponse,
  remainingResponse,
} from "./interface-table.ts";

const world = await startSharedSanu();
const person = await world.signUp();

describe("the real answers of a purchase conform to the specification", () => {
  const get = async (path: string) => {
    const response = await world.api.call("GET", `/api/v1/transactions${path}`, {
      token: person.token,
    });
    expect(response.status).toBe(200);
    return response.json();
  };

  it("when it is created and waits", async () => {
    const response = await buy(world, person, { number: numberEndingIn("111") });
    const { id } = createdOf(response);

    expect(findDeviations(createResponse, response.json())).toEqual([]);
    expect(findDeviations(openDetailResponse, await get(`/${id}`))).toEqual([]);
  });

  it("when it is completed, alone and in the list", async () => {
    const { id } = createdOf(await buy(world, person));
    await eventually("the purchase is completed", async () => {
      return (await detailOf(world, person, id)).status === "COMPLETED";
    });

    const list = await get("");
    expect(findDeviations(completedDetailResponse, await get(`/${id}`))).toEqual([]);
    expect(findDeviations(listResponse, list)).toEqual([]);
    expect(list["transactions"]).toHaveLength(2);
  });

  it("in the numbers of the month and of the limit", async () => {
    expect(findDeviations(flashbackResponse, await get("/flashback"))).toEqual([]);
    expect(findDeviations(remainingResponse, await get("/remaining"))).toEqual([]);
  });
});
