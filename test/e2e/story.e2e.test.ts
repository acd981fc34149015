import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { StoryEntry } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { cloneFolder } from "@sanu/local-stack";
import { eventually } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { neverClosedOrders } from "./never-closed.ts";
import { decideCase, logInAsAdmin } from "./staff.ts";
import { startSharedSanu } from "./start-world.ts";

const world = await startSharedSanu();
const { order, pay } = neverClosedOrders(world);
const [ama, kofi] = [await logInAsAdmin(world), await logInAsAdmin(world)];
const person = await world.signUp();

interface Story {
  readonly transaction: { readonly reference: string; readonly payement_reference: string };
  readonly story: readonly StoryEntry[];
  readonly missing: readonly string[];
}

const show = (id: string) =>
  world.api.call("GET", `/api/v1/monitoring/transactions/${id}`, { token: ama });
const storyOf = async (id: string) => (await show(id)).json<{ data: Story }>().data;
const inShort = (story: readonly StoryEntry[]) =>
  story.map(({ service, kind, what }) => `${service} ${kind} ${what}`);
const sanuWhy = async (
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) => {
  const program = join(cloneFolder, "packages/cli/dist/main.js");
  const env = { ...process.env, ...world.environment, ...settings };
  const run = promisify(execFile)(process.execPath, [program, "why", ...args], { env });
  return run.catch((error: { stdout: string; stderr: string; code: number }) => error);
};

let id: string;

/** She is suspended while she pays, and two of the staff send her francs back. */
beforeAll(async () => {
  id = await order(person);
  const path = `/api/v1/users/${person.accountId}`;
  const body = { active: false, reason: "the bank asks" };
  expect((await world.api.call("PATCH", path, { token: ama, body })).status).toBe(200);
  await pay(id);
  await eventually("it is held", async () => {
    const cases = `/api/v1/monitoring/cases?transaction=${id}`;
    const response = await world.api.call("GET", cases, { token: kofi });
    return response.json<{ cases: readonly object[] }>().cases.length > 0;
  });
  await decideCase(world, [ama, kofi], { id, said: { verdict: "refund" } });
  await world.settled();
});

describe("the story of a purchase that was refunded", () => {
  it("is one list over all services: orders, calls, cases and acts of the staff, with the rule of each choice", async () => {
    const { story, missing } = await storyOf(id);
    const lines = inShort(story);
    expect(missing).toEqual([]);
    const inOrder = [
      "transactions event TransactionCreated",
      "payments event PaymentRequested",
      "payments call collection called",
      "payments event PaymentInitiated",
      "identity staff-act account changed",
      "payments event PaymentCompleted",
      "transactions case CaseOpened",
      "transactions staff-act CaseVerdictProposed",
      "transactions staff-act CaseVerdictApproved",
      "payments attempt refund opened",
      "payments call refund called",
      "payments event RefundSettled",
      "transactions event TransactionFailed",
    ];
    expect(
      lines.filter((line, index) => inOrder.includes(line) && lines.indexOf(line) === index),
    ).toEqual(inOrder);
    expect(story.map(({ at }) => at)).toEqual(story.map(({ at }) => at).toSorted());
    const decidedBy = (what: string) => story.find((entry) => entry.what === what)?.decided;
    expect(decidedBy("PaymentRequested")).toMatchObject({ what: "sandbox", rule: "first-choice" });
    expect(decidedBy("CaseVerdictApproved")).toEqual({
      what: "refund",
      rule: "staff",
      passed_over: [],
    });
    const staff = story.filter(({ kind }) => kind === "staff-act").map(({ by }) => by);
    expect(new Set(staff).size).toBe(2);
  });

  it("joins what followed from the order by one correlation id", async () => {
    const { story } = await storyOf(id);
    const [created] = story;
    const followed = story.filter(({ correlation_id: each }) => each === created?.correlation_id);
    expect(new Set(followed.map(({ service }) => service))).toContain("payments");
    expect(inShort(followed)).toContain("payments call collection called");
  });

  it("holds nothing personal: no number, no address, no name, no word of the staff", async () => {
    const response = await show(id);
    const { story } = response.json<{ data: Story }>().data;
    for (const secret of [
      person.email,
      "Awa Dossou",
      "the bank asks",
      "looked at with the provider",
    ]) {
      expect(JSON.stringify(story)).not.toContain(secret);
    }
    expect(JSON.stringify(story)).not.toMatch(/hmac|@|\+229/i);
  });

  it("is the same when it is asked for twice, and unknown ids are 404 in the documented shape", async () => {
    expect((await storyOf(id)).story).toEqual((await storyOf(id)).story);
    const unknown = await show(newId());
    expect(unknown.status).toBe(404);
    expect(unknown.json()).toMatchObject({ success: false, code: "not-found" });
  });

  it("is told at the shell by each of its references, and ends with 1 for one that is none", async () => {
    const { transaction, story } = await storyOf(id);
    for (const wanted of [id, transaction.reference, transaction.payement_reference]) {
      const { stdout } = await sanuWhy([wanted, "--json"]);
      const printed = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as StoryEntry);
      expect(printed).toEqual(story);
    }
    const { stdout } = await sanuWhy([transaction.reference.toLowerCase()]);
    expect(stdout).toMatch(/payments +event +PaymentRequested .*→ sandbox because first-choice/);
    expect(await sanuWhy(["TXN_0000000000000000"])).toMatchObject({ code: 1 });
    expect(await sanuWhy(["nothing"])).toMatchObject({ code: 1 });
  });
});

describe("while payouts is away", () => {
  beforeAll(() => world.programs.stop("payouts"));
  afterAll(() => world.programs.start("payouts"));

  it("the rest of the story is told, and who is missing is named", async () => {
    const { story, missing } = await storyOf(id);
    expect(missing).toEqual(["payouts"]);
    expect(inShort(story)).toContain("payments event RefundSettled");
    const away = { PAYOUTS_DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" };
    const why = await sanuWhy([id], away);
    expect(why).toMatchObject({ code: 1 });
    expect(why.stderr).toMatch(/^sanu: payouts could not be asked: /m);
    expect(why.stdout).toContain("RefundSettled");
  });
});
