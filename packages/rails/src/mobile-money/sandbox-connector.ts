import { z } from "zod";
import { createSandboxStatementRail } from "../statements/sandbox/client.ts";
import { type Connector, portOf, reachedSandbox as reached } from "./connector.ts";
import { createSandboxCollectionRail } from "./sandbox/client.ts";
import { createSandboxDisburseRail } from "./sandbox/disbursement/client.ts";

/** The sandbox of this repository, over all ports. */
export const sandbox: Connector = {
  provider: "sandbox",
  collection: portOf({
    settings: { ...reached, SANDBOX_CALLBACK_SECRET: z.string().min(1) },
    open: ({ SANDBOX_URL: baseUrl, SANDBOX_CALLBACK_SECRET: callbackSecret }, options) =>
      createSandboxCollectionRail({ baseUrl, callbackSecret, ...options }),
  }),
  disbursement: portOf({
    settings: reached,
    open: ({ SANDBOX_URL: baseUrl }, options) => createSandboxDisburseRail({ baseUrl, ...options }),
  }),
  statement: portOf({
    settings: reached,
    open: ({ SANDBOX_URL: baseUrl }, options) =>
      createSandboxStatementRail({ baseUrl, ...options }),
  }),
};
