import { systemClock } from "@sanu/kernel";
import { portOf, reachedSandbox } from "../mobile-money/connector.ts";
import { createSandboxStatementRail } from "../statements/sandbox/client.ts";
import type { NodeConnector } from "./node-connector.ts";
import { createSandboxSendRail } from "./sandbox/client.ts";
import { createSandboxReceiveRail } from "./sandbox-receive/client.ts";

/** The node of the sandbox of this repository. */
export const sandbox: NodeConnector = {
  provider: "sandbox",
  receive: portOf({
    settings: reachedSandbox,
    open: ({ SANDBOX_URL: baseUrl }, options) => createSandboxReceiveRail({ baseUrl, ...options }),
  }),
  send: portOf({
    settings: reachedSandbox,
    open: ({ SANDBOX_URL: baseUrl }, { callTimeoutMs, clock = systemClock }) =>
      createSandboxSendRail({ baseUrl, callTimeoutMs, clock }),
  }),
  check: null,
  statement: portOf({
    settings: reachedSandbox,
    open: ({ SANDBOX_URL: baseUrl }, options) =>
      createSandboxStatementRail({ baseUrl, ...options }),
  }),
};
