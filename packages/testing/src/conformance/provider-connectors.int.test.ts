import { type SimulatedProvider, simulatedProviders } from "@sanu/sandbox";
import { describe, expect, it } from "vitest";
import { collectionChecks } from "./collection-checks.ts";
import { disburseChecks } from "./disburse-checks.ts";
import type { ConformanceCheck } from "./harness.ts";
import {
  createProviderHarness,
  type ProviderHarness,
  statesWhatMoved,
} from "./provider-harness.fixture.ts";
import { refundChecks } from "./refund-checks.ts";
import { statementChecks } from "./statement-checks.ts";

/** Each check has a provider of its own: most of them wait for answers that do not come, and do so side by side. */
function keepsPromises<Harness>(
  what: string,
  provider: SimulatedProvider,
  checks: readonly ConformanceCheck<Harness>[],
  harnessOf: (harness: ProviderHarness) => Harness,
) {
  describe.concurrent(`the connector of ${provider} for ${what} keeps the promise that`, () => {
    it.each(checks)("$title", async ({ run }) => {
      const harness = await createProviderHarness(provider);
      try {
        await expect(run(harnessOf(harness))).resolves.toBeUndefined();
      } finally {
        await harness.close();
      }
    });
  });
}

for (const provider of simulatedProviders) {
  keepsPromises("money in", provider, collectionChecks, ({ collection }) => collection);
  keepsPromises("money that goes back", provider, refundChecks, ({ collection }) => collection);
  keepsPromises("money out", provider, disburseChecks, ({ disburse }) => disburse);
  if (!statesWhatMoved(provider)) continue;
  for (const account of ["collections", "disbursements"] as const) {
    const what = `the statement of ${account}`;
    keepsPromises(what, provider, statementChecks, ({ statement }) => statement(account));
  }
}
