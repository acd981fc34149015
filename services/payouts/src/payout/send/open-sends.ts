import type { ServiceBase } from "@sanu/platform";
import { createGuardedHttp, createInvoiceSource, type SendRail } from "@sanu/rails";
import type { SendDeps } from "./deps.ts";
import { openSendRails, type RailSettings, sendSwitch } from "./rail.ts";
import { createSendRecords } from "./records.ts";

interface SendSettings extends RailSettings, Pick<SendDeps, "network"> {
  readonly sendsPerReceiverMax: number;
  readonly lnurlLocalhostPort: number | null;
  readonly terms: { readonly send: SendDeps["terms"] };
}

type Shared = Pick<SendDeps, "request" | "clock" | "logger">;

/** All that a send needs but the node that carries it out. */
export function openSends(
  base: Pick<ServiceBase, "database" | "metrics">,
  settings: SendSettings,
  { given, ...shared }: Shared & { readonly given?: readonly SendRail[] | undefined },
): Omit<SendDeps, "rail"> {
  const { sendsPerReceiverMax: perReceiverMax, network, terms } = settings;
  const http = createGuardedHttp({ localhostPort: settings.lnurlLocalhostPort });
  const invoices = createInvoiceSource(http, shared.clock);
  const rails = openSendRails(settings, base.metrics.outsideCalls, {
    given,
    invoices,
    clock: shared.clock,
  });
  return {
    ...shared,
    rails,
    nodes: sendSwitch(base, settings, rails),
    network,
    terms: terms.send,
    records: createSendRecords(base.database, { perReceiverMax }),
  };
}
