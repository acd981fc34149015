import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { collectionChecks } from "./collection-checks.ts";
import type { ConformanceCheck } from "./harness.ts";
import {
  type Mistake,
  mistakes,
  wrongCollectionRail,
  wrongSendRail,
} from "./planted-connectors.fixture.ts";
import { createSandboxHarness, type SandboxHarness } from "./sandbox-harness.fixture.ts";
import { sendChecks } from "./send-checks.ts";

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

describe("the sandbox's connector for money in keeps the promise that", () => {
  it.each(collectionChecks)("$title", async ({ run }) => {
    await expect(run(harness.collection)).resolves.toBeUndefined();
  });
});

describe("the sandbox's connector for money out keeps the promise that", () => {
  it.each(sendChecks)("$title", async ({ run }) => {
    await expect(run(harness.send)).resolves.toBeUndefined();
  });
});

/** The check that has to catch each mistake; others may catch it as well. */
const caughtIn: Readonly<Record<Mistake, string>> = {
  "a time-out is taken for a failure": "answer got lost (no-answer-after-acting)",
  "not found is taken for a failure": "not found for a moment is not failed",
  "a fault of the provider is taken for a refusal": "answer got lost (fault-after-acting)",
  "a retry uses a new key": "answer got lost (reset-after-acting)",
  "a known key is taken for a new order": "again is the same",
};

describe("the conformance checks catch a connector with which", () => {
  it.each(mistakes)("%s, in money in", async (mistake) => {
    const rail = wrongCollectionRail(harness.collection.rail, mistake);
    const broken = await brokenPromises(collectionChecks, { ...harness.collection, rail });
    expect(broken).toContainEqual(expect.stringContaining(caughtIn[mistake]));
    expect(broken.length).toBeLessThan(collectionChecks.length);
  });

  it.each(mistakes)("%s, in money out", async (mistake) => {
    const rail = wrongSendRail(harness.send.rail, mistake);
    const broken = await brokenPromises(sendChecks, { ...harness.send, rail });
    expect(broken).toContainEqual(expect.stringContaining(caughtIn[mistake]));
    expect(broken.length).toBeLessThan(sendChecks.length);
  });
});
