import type { Clock } from "@sanu/kernel";
import { type Metrics, measuredCalls, providerHealth, type ServiceBase } from "@sanu/platform";
import type { ChosenConnectors, InvoiceSource, SendRail } from "@sanu/rails";
import { createSendSwitch, type SendSwitch } from "./send-switch.ts";

export interface RailSettings {
  readonly nodes: { readonly send: ChosenConnectors<SendRail> };
  readonly providerTimeoutMs: number;
}

/** What the setting names, in its order, with every call that leaves counted and timed by its outcome. */
export function openSendRails(
  { nodes, providerTimeoutMs: callTimeoutMs }: RailSettings,
  outsideCalls: Metrics["outsideCalls"],
  of: {
    readonly given?: readonly SendRail[] | undefined;
    readonly invoices: InvoiceSource;
    readonly clock: Clock;
  },
): readonly [SendRail, ...SendRail[]] {
  const { given, invoices, clock } = of;
  const [first, ...others] = given ?? nodes.send.open({ callTimeoutMs, invoices, clock });
  if (first === undefined) throw new Error("Nobody sends");
  const measured = (rail: SendRail) => measuredSendRail(rail, outsideCalls);
  return [measured(first), ...others.map(measured)];
}

/** Which of them sends an order. */
export function sendSwitch(
  { database }: Pick<ServiceBase, "database">,
  { nodes }: Pick<RailSettings, "nodes">,
  rails: readonly [SendRail, ...SendRail[]],
): SendSwitch {
  const { recent: health } = providerHealth(database, "send");
  return createSendSwitch(rails, { disabled: nodes.send.disabled, health });
}

function measuredSendRail(rail: SendRail, outsideCalls: Metrics["outsideCalls"]): SendRail {
  const measured = measuredCalls(rail.provider, outsideCalls);
  const { hasten, prepareBatch } = rail;
  return {
    ...rail,
    ...(hasten && { hasten: (command) => measured("hasten", hasten(command)) }),
    ...(prepareBatch && {
      prepareBatch: (orders) => measured("prepare-batch", prepareBatch(orders)),
    }),
    prepare: (order) => measured("prepare", rail.prepare(order)),
    send: (command) => measured("send", rail.send(command)),
    status: (naturalKey, payload) => measured("status", rail.status(naturalKey, payload)),
    liquidity: () => measured("liquidity", rail.liquidity()),
  };
}
