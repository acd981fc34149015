import { announcedSeed } from "@sanu/testing";
import { afterAll, beforeAll, it } from "vitest";
import { expectToSurvive, type Outages } from "./outages.ts";
import type { Own } from "./own-servers.ts";
import { type FaultSystem, type FaultSystemOptions, startFaultSystem } from "./system.ts";

interface OutageTest<Server> extends Pick<Outages, "count" | "dependents" | "wellAgain"> {
  readonly timeoutMs: number;
  readonly startServer: () => Promise<Server>;
  /** The system that stands on the server. */
  readonly system: (server: Server) => FaultSystemOptions;
  /** Ends the server; the number, from 0 up to, but not, 1, chooses how. */
  readonly takeDown: (server: Server, choice: number) => Promise<void>;
}

/** Declares the only test of a file: a server of its own is ended and started again while people buy. */
export function itSurvives<Server extends Own<{ readonly restart: () => Promise<void> }>>(
  title: string,
  { startServer, system: optionsOn, takeDown, timeoutMs, ...outages }: OutageTest<Server>,
): void {
  let server: Server;
  let system: FaultSystem;

  beforeAll(async () => {
    server = await startServer();
    system = await startFaultSystem(optionsOn(server));
  });

  afterAll(async () => {
    await system?.stop();
    await server?.remove();
  });

  it(title, { timeout: timeoutMs }, async () => {
    await expectToSurvive(system, {
      ...outages,
      seed: announcedSeed("these outages"),
      takeDown: (choice) => takeDown(server, choice),
      bringBack: () => server.restart(),
    });
  });
}
