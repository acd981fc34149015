import { type Metrics, measuredCalls } from "@sanu/platform";
import { createSandboxSendRail, type SendRail } from "@sanu/rails";

interface RailSettings {
  readonly sendRail: "sandbox";
  readonly sandboxUrl: string;
  readonly providerTimeoutMs: number;
}

export function sendRailOf(settings: RailSettings): SendRail {
  switch (settings.sendRail) {
    case "sandbox":
      return createSandboxSendRail({
        baseUrl: settings.sandboxUrl,
        callTimeoutMs: settings.providerTimeoutMs,
      });
  }
}

/** The same rail; every call that leaves is counted and timed by its outcome. */
export function measuredSendRail(rail: SendRail, outsideCalls: Metrics["outsideCalls"]): SendRail {
  const measured = measuredCalls(rail.provider, outsideCalls);
  return {
    ...rail,
    prepare: (order) => measured("prepare", rail.prepare(order)),
    send: (command) => measured("send", rail.send(command)),
    status: (naturalKey) => measured("status", rail.status(naturalKey)),
    liquidity: () => measured("liquidity", rail.liquidity()),
  };
}
