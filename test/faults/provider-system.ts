import { type ProviderServer, type SimulatedProvider, simulateProvider } from "@sanu/sandbox";
import { startCallbackForwarder } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { findProviderFaults, type LedgerAttempt } from "./provider-ledger.ts";
import type { Caller } from "./service-names.ts";
import type { FaultSystem } from "./system.ts";

/** A system with a provider's server in place of the sandbox's gateway, by settings alone. */
export interface ProviderSystem {
  readonly provider: ProviderServer;
  /** The same provider with keys and secrets of somebody else. */
  readonly stranger: ProviderServer;
  /** Of all that our services have ordered there. */
  readonly attempts: () => Promise<readonly LedgerAttempt[]>;
  /** What may never be between the provider's own book and ours. */
  readonly findFaults: () => Promise<readonly string[]>;
  readonly killAndRestart: (service: Caller) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const settings = {
  PROVIDER_TIMEOUT_MS: "1000",
  ATTEMPT_LEASE_MS: "3000",
  /** An order that stays unknown for so long is a person's. */
  OUTCOME_UNKNOWN_AFTER_MS: "4000",
} as const;

/** So long a provider takes for what was started. */
const settleAfterMs = 150;

const attemptsText = `
select attempt_id::text as key, subject_id::text as "subjectId", kind, state,
  reviewed_at is not null as "isReviewed"
from attempts where kind in ('collection', 'refund', 'disbursement') and provider = $1`;

/** Stops payments and payouts, and starts them anew with the provider. */
export async function takeOver(
  { program, startReplica, databases, apiUrl }: FaultSystem,
  name: SimulatedProvider,
): Promise<ProviderSystem> {
  const forwarder = await startCallbackForwarder(() => [`${apiUrl}/webhooks/${name}`]);
  const callbackUrl = forwarder.url;
  const provider = await simulateProvider(name, { callbackUrl, settleAfterMs });
  const stranger = await simulateProvider(name, { callbackUrl });
  const chosen = { ...settings, COLLECTION_RAIL: name, DISBURSE_RAIL: name, ...provider.settings };
  const startOne = async (service: Caller) => {
    await program(service).stop();
    return startReplica(service, chosen);
  };
  const [payments, payouts] = await Promise.all([startOne("payments"), startOne("payouts")]);
  const running = { payments: payments.program, payouts: payouts.program };
  const attempts = async () => {
    const query = CompiledQuery.raw(attemptsText, [name]);
    const both = [databases.payments, databases.payouts];
    return (await Promise.all(both.map((one) => one.query<LedgerAttempt>(query)))).flat();
  };
  return {
    provider,
    stranger,
    attempts,
    async findFaults() {
      const orders = provider.book.orders("collection", "refund", "disbursement");
      return findProviderFaults(orders, await attempts());
    },
    async killAndRestart(service) {
      await running[service].kill();
      await running[service].restart();
    },
    async stop() {
      await Promise.all([running.payments.stop(), running.payouts.stop()]);
      await Promise.all([provider.close(), stranger.close()]);
      await forwarder.close();
    },
  };
}
