import { announcedSeed } from "@sanu/testing";
import { afterAll, beforeAll } from "vitest";
import { expectToSurvive, type Outages } from "./outages.ts";
import type { Own } from "./own-servers.ts";
import { type FaultSystem, type FaultSystemOptions, startFaultSystem } from "./system.ts";

interface OutageTest<Server> extends Pick<Outages, "count" | "dependents" | "wellAgain"> {
  readonly startServer: () => Promise<Server>;
  /** The system that stands on the server. */
  readonly system: (server: Server) => FaultSystemOptions;
  /** Ends the server; the number, from 0 up to, but not, 1, chooses how. */
  readonly takeDown: (server: Server, choice: number) => Promise<void>;
}

/** The only test of a file: a server of its own is ended and started again while people buy. */
export function outageTest<Server extends Own<{ readonly restart: () => Promise<void> }>>({
  startServer,
  system: optionsOn,
  takeDown,
  ...outages
}: OutageTest<Server>): () => Promise<void> {
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

  return () =>
    expectToSurvive(system, {
      ...outages,
      seed: announcedSeed("these outages"),
      takeDown: (choice) => takeDown(server, choice),
      bringBack: () => server.restart(),
    });
}
