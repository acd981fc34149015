import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { collectionChecks } from "./collection-checks.ts";
import { disburseChecks } from "./disburse-checks.ts";
import type { ConformanceCheck } from "./harness.ts";
import {
  type Mistake,
  mistakes,
  wrongCollectionRail,
  wrongDisburseRail,
  wrongReceiveRail,
  wrongSendRail,
  wrongStatementRail,
} from "./planted-connectors.fixture.ts";
import { receiveChecks } from "./receive-checks.ts";
import { refundChecks } from "./refund-checks.ts";
import { createSandboxHarness, type SandboxHarness } from "./sandbox-harness.fixture.ts";
import { sendChecks } from "./send-checks.ts";
import { statementChecks } from "./statement-checks.ts";

let harness: SandboxHarness;

beforeAll(async () => {
  harness = await createSandboxHarness();
});

afterEach(() => {
  harness.collection.heal();
});

afterAll(() => harness.close());

/** The check that has to catch a mistake does, and the plainest one has nothing to say: not everything is called wrong. */
async function expectCaught<Harness extends { readonly heal: () => void }>(
  checks: readonly ConformanceCheck<Harness>[],
  catcher: string,
  against: Harness,
): Promise<void> {
  const plainest = checks.find(({ title }) => title.includes(" is accepted ")) ?? checks[0];
  const catching = checks.filter(({ title }) => title.includes(catcher));
  expect(catching).not.toEqual([]);
  expect(catching).not.toContain(plainest);
  await plainest?.run(against);
  against.heal();
  for (const { title, run } of catching) {
    const isCaught = await run(against).then(
      () => false,
      () => true,
    );
    expect({ title, isCaught }).toEqual({ title, isCaught: true });
    against.heal();
  }
}

function keepsPromises<Harness>(
  what: string,
  checks: readonly ConformanceCheck<Harness>[],
  harnessOf: () => Harness,
) {
  describe(`the sandbox's connector for ${what} keeps the promise that`, () => {
    it.each(checks)("$title", async ({ run }) => {
      await expect(run(harnessOf())).resolves.toBeUndefined();
    });
  });
}

keepsPromises("money in", collectionChecks, () => harness.collection);
keepsPromises("money that goes back", refundChecks, () => harness.collection);
keepsPromises("statements", statementChecks, () => harness.statement);
keepsPromises("receiving over Lightning", receiveChecks, () => harness.receive);
keepsPromises("money out", sendChecks, () => harness.send);
keepsPromises("mobile money out", disburseChecks, () => harness.disburse);

/** The check that has to catch each mistake; others may catch it as well. */
const caughtIn: Readonly<Record<Mistake, string>> = {
  "a time-out is taken for a failure": "answer got lost (no-response-after-acting)",
  "not found is taken for a failure": "not found for a moment is not failed",
  "a fault of the provider is taken for a refusal": "answer got lost (fault-after-acting)",
  "a retry uses a new key": "answer got lost (reset-after-acting)",
  "a known key is taken for a new order": "again is the same",
};

/** Checks with a provider of their own: they mostly wait for answers that do not come, and do so side by side. */
async function withHarness(check: (own: SandboxHarness) => Promise<void>): Promise<void> {
  const own = await createSandboxHarness();
  try {
    await check(own);
  } finally {
    await own.close();
  }
}

describe.concurrent("the conformance checks catch a connector with which", () => {
  it("a page that did not come is taken for an empty one", () =>
    withHarness(({ statement }) => {
      const rail = wrongStatementRail(statement.rail);
      const catcher = "a page that is answered with no-response";
      return expectCaught(statementChecks, catcher, { ...statement, rail });
    }));

  it.each(mistakes)("%s, in money in", (mistake) =>
    withHarness(({ collection }) => {
      const rail = wrongCollectionRail(collection.rail, mistake);
      return expectCaught(collectionChecks, caughtIn[mistake], { ...collection, rail });
    }),
  );

  it.each([
    ["a time-out is taken for a failure", "capture whose answer got lost (no-response-after"],
    ["not found is taken for a failure", "not found, which is no failure"],
    ["a fault of the provider is taken for a refusal", "capture whose answer got lost (fault-"],
  ] as const)("%s, in receiving over Lightning", (mistake, catcher) =>
    withHarness(({ receive }) => {
      const rail = wrongReceiveRail(receive.rail, mistake);
      return expectCaught(receiveChecks, catcher, { ...receive, rail });
    }),
  );

  it.each(mistakes)("%s, in money out", (mistake) =>
    withHarness(({ send }) => {
      const rail = wrongSendRail(send.rail, mistake);
      return expectCaught(sendChecks, caughtIn[mistake], { ...send, rail });
    }),
  );

  it.each(mistakes)("%s, in mobile money out", (mistake) =>
    withHarness(({ disburse }) => {
      const rail = wrongDisburseRail(disburse.rail, mistake);
      return expectCaught(disburseChecks, caughtIn[mistake], { ...disburse, rail });
    }),
  );
});
