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

/** The titles of the checks that a connector does not pass. */
async function brokenPromises<Harness extends { readonly heal: () => void }>(
  checks: readonly ConformanceCheck<Harness>[],
  against: Harness,
): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { title, run } of checks) {
    try {
      await run(against);
    } catch {
      broken.push(title);
    }
    against.heal();
  }
  return broken;
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

/** One check catches the mistake, and not every check breaks. */
function expectCaught(broken: readonly string[], catcher: string, checks: readonly unknown[]) {
  expect(broken).toContainEqual(expect.stringContaining(catcher));
  expect(broken.length).toBeLessThan(checks.length);
}

describe.concurrent("the conformance checks catch a connector with which", () => {
  it("a page that did not come is taken for an empty one", () =>
    withHarness(async ({ statement }) => {
      const rail = wrongStatementRail(statement.rail);
      const broken = await brokenPromises(statementChecks, { ...statement, rail });
      expectCaught(broken, "a page that is answered with no-response", statementChecks);
    }));

  it.each(mistakes)("%s, in money in", (mistake) =>
    withHarness(async ({ collection }) => {
      const rail = wrongCollectionRail(collection.rail, mistake);
      const broken = await brokenPromises(collectionChecks, { ...collection, rail });
      expectCaught(broken, caughtIn[mistake], collectionChecks);
    }),
  );

  it.each([
    ["a time-out is taken for a failure", "capture whose answer got lost (no-response-after"],
    ["not found is taken for a failure", "not found, which is no failure"],
    ["a fault of the provider is taken for a refusal", "capture whose answer got lost (fault-"],
  ] as const)("%s, in receiving over Lightning", (mistake, catcher) =>
    withHarness(async ({ receive }) => {
      const rail = wrongReceiveRail(receive.rail, mistake);
      expectCaught(
        await brokenPromises(receiveChecks, { ...receive, rail }),
        catcher,
        receiveChecks,
      );
    }),
  );

  it.each(mistakes)("%s, in money out", (mistake) =>
    withHarness(async ({ send }) => {
      const rail = wrongSendRail(send.rail, mistake);
      const broken = await brokenPromises(sendChecks, { ...send, rail });
      expectCaught(broken, caughtIn[mistake], sendChecks);
    }),
  );

  it.each(mistakes)("%s, in mobile money out", (mistake) =>
    withHarness(async ({ disburse }) => {
      const rail = wrongDisburseRail(disburse.rail, mistake);
      const broken = await brokenPromises(disburseChecks, { ...disburse, rail });
      expectCaught(broken, caughtIn[mistake], disburseChecks);
    }),
  );
});
