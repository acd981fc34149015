import type { AddressInfo } from "node:net";
import type { GatewayApp } from "./gateway-app.ts";

/** The port on which an application is served, and under which URL this machine reaches it. */
export interface Listener {
  readonly start: () => Promise<string>;
  readonly stop: () => Promise<void>;
  /** 0 before the start. */
  readonly port: () => number;
  readonly url: () => string;
}

export function createListener(
  app: GatewayApp,
  at: { readonly scheme: "https" | "http"; readonly host: string; readonly port: number },
): Listener {
  const { scheme, host } = at;
  // Fastify cannot know that the server we made for it speaks TLS.
  const listenTextResolver = (url: string) => url.replace(/^http/, `listening at ${scheme}`);
  const port = () => portOf(app.server.address());
  return {
    start: () => app.listen({ host, port: at.port, listenTextResolver }),
    stop: () => app.close(),
    port,
    url: () => `${scheme}://localhost:${port()}`,
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
