import type { PublishingService } from "@sanu/contracts";
import * as gateway from "@sanu/gateway-api";
import * as identity from "@sanu/identity";
import * as payments from "@sanu/payments";
import * as payouts from "@sanu/payouts";
import type { Logger, RunningService } from "@sanu/platform";
import * as transactions from "@sanu/transactions";
import { type EnvironmentOf, hurriedTimings, settingsOf } from "./settings.ts";

/** The five services, composed and started in this process as their own programs do it. */
export interface RunningServices {
  readonly apiUrl: string;
  /** Has every service ask its database for the moment. */
  readonly measureClocks: () => Promise<unknown>;
}

interface ServicesOf {
  readonly environmentOf: EnvironmentOf;
  readonly seed: number;
  readonly logger: Logger;
}

export async function runServices(
  of: ServicesOf,
  onStarted: (undo: () => Promise<unknown>) => void,
): Promise<RunningServices> {
  const { logger } = of;
  const services = await composeServices(of);
  const gatewayService = await gateway.compose(
    gateway.readGatewayConfig(settingsOf("gateway-api", of)),
    {
      logger,
    },
  );
  for (const service of [...services, gatewayService]) onStarted(service.stop);
  // All at once: they wait for each other by themselves.
  await Promise.all([...services, gatewayService].map((service) => service.start()));
  return {
    apiUrl: gatewayService.url(),
    measureClocks: () => Promise.all(services.map((service) => service.measureClock())),
  };
}

async function composeServices(of: ServicesOf): Promise<readonly RunningService[]> {
  const overrides = { logger: of.logger };
  const hurried = { ...overrides, timings: hurriedTimings };
  const settings = (service: PublishingService) => settingsOf(service, of);
  return [
    await identity.compose(identity.readIdentityConfig(settings("identity")), overrides),
    await transactions.compose(
      transactions.readTransactionsConfig(settings("transactions")),
      overrides,
    ),
    await payments.compose(payments.readPaymentsConfig(settings("payments")), hurried),
    await payouts.compose(payouts.readPayoutsConfig(settings("payouts")), hurried),
  ];
}
