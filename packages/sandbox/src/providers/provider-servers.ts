import * as all from "./all.ts";
import {
  type ProviderServer,
  type ProviderServerOptions,
  startProviderServer,
} from "./provider-server.ts";

export type SimulatedProvider = keyof typeof all;

export const simulatedProviders = Object.keys(all) as readonly SimulatedProvider[];

/** Starts the server of a provider with keys and secrets of its own. */
export function simulateProvider(
  provider: SimulatedProvider,
  options?: ProviderServerOptions,
): Promise<ProviderServer> {
  return startProviderServer(all[provider](), options);
}
