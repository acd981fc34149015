import { adminUrl, testNatsUrl } from "@sanu/testing";
import { afterAll } from "vitest";
import { type FaultSystem, type FaultSystemOptions, startFaultSystem } from "./system.ts";

/** A system of its own on the servers that all tests use, unless it names its own NATS; it is stopped behind the last test of the file. */
export async function startSharedSystem(
  options: Omit<FaultSystemOptions, "databaseUrl" | "natsUrl"> & { readonly natsUrl?: string } = {},
): Promise<FaultSystem> {
  const servers = { databaseUrl: adminUrl(), natsUrl: testNatsUrl() };
  const system = await startFaultSystem({ ...servers, ...options });
  afterAll(() => system.stop());
  return system;
}
