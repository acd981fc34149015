import { eventually, type Person } from "@sanu/testing";
import { afterEach, describe, expect, it } from "vitest";
import { detailOf } from "./buy.ts";
import { eventTypesAbout, refundReasons } from "./logs.ts";
import { neverClosedOrders } from "./never-closed.ts";
import { reached } from "./sell.ts";
import { decideByTwo, decideCase, logInAsAdmin } from "./staff.ts";
import { startSharedSanu } from "./start-world.ts";

const world = await startSharedSanu();
const { order, pay } = neverClosedOrders(world);
const [ama, kofi] = [await logInAsAdmin(world), await logInAsAdmin(world)];

const reason = "what the money is for is being asked";
const suspend = async ({ accountId }: Person) => {
  const response = await world.api.call("PATCH", `/api/v1/users/${accountId}`, {
    token: ama,
    body: { active: false, reason },
  });
  expect(response.status).toBe(200);
};
const liftSuspension = ({ accountId }: Person) => {
  const path = `/api/v1/users/${accountId}`;
  return decideByTwo(world, [ama, kofi], { method: "PATCH", path, body: { active: true } });
};
const heldCase = (id: string) =>
  eventually("it is held", async () => {
    const path = `/api/v1/monitoring/cases?transaction=${id}`;
    const response = await world.api.call("GET", path, { token: kofi });
    return response.json<{ cases: readonly { id: string; kind: string }[] }>().cases[0];
  });
const decide = (id: string, verdict: "release" | "refund") =>
  decideCase(world, [ama, kofi], { id, said: { verdict } });

describe("a person who is suspended while she pays", () => {
  afterEach(() => world.expectBooksToBalance());

  it("gets no bitcoin until two of the staff release it", async () => {
    const person = await world.signUp();
    const id = await order(person);
    await suspend(person);
    await pay(id);
    const held = await heldCase(id);
    expect(held).toMatchObject({ kind: "account-held", actions: ["release", "refund"] });
    await liftSuspension(person);
    await world.settled();
    expect(await eventTypesAbout(world, "payouts", id)).toEqual([]);
    const { token } = (
      await world.api.call("POST", "/api/v1/auth/login", {
        body: { email: person.email, password: person.password },
      })
    ).json<{ data: { token: string } }>().data;
    const again = { ...person, token };
    expect((await detailOf(world, again, id)).status).toBe("PROCESSING");
    await decide(id, "release");
    await reached(world, again, { id, status: "COMPLETED" });
    expect(world.sandbox.journal.ofKind("send-settled")).toHaveLength(1);
  });

  it("gets her francs back when two of the staff say so", async () => {
    const person = await world.signUp();
    const id = await order(person);
    await suspend(person);
    await pay(id);
    await heldCase(id);
    await decide(id, "refund");
    await world.settled();
    expect(await refundReasons(world, id)).toEqual(["payout-failed"]);
    expect(await eventTypesAbout(world, "payments", id)).toContain("RefundSettled");
    expect(await eventTypesAbout(world, "payouts", id)).toEqual([]);
  });
});
