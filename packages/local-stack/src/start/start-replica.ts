import { findFreePort } from "../processes/free-port.ts";
import { type RunOptions, runProgram, type SupervisedProgram } from "../supervisor/run-program.ts";
import type { Environment, ServiceName } from "./service-environment.ts";

export interface Replica {
  readonly name: ServiceName;
  readonly program: SupervisedProgram;
  readonly metricsUrl: string;
  /** Where this process answers clients; only a gateway does. */
  readonly apiUrl: string | undefined;
}

/** Starts a replica with the environment of the first process, but for its ports. */
export async function startReplica(
  of: {
    readonly name: ServiceName;
    /** The first process is number one. */
    readonly number: number;
    readonly env: Environment;
    readonly file: string;
  },
  options: RunOptions,
): Promise<Replica> {
  const { name } = of;
  const statusPort = await findFreePort();
  const apiPort = name === "gateway-api" ? await findFreePort(new Set([statusPort])) : undefined;
  const env = {
    ...of.env,
    HEALTH_PORT: String(statusPort),
    ...(apiPort === undefined ? {} : { GATEWAY_PORT: String(apiPort) }),
  };
  const statusUrl = `http://127.0.0.1:${statusPort}`;
  const program = {
    name: `${name}-${of.number}`,
    file: of.file,
    env,
    readyUrl: `${statusUrl}/readyz`,
  };
  return {
    name,
    program: await runProgram(program, options),
    metricsUrl: `${statusUrl}/metrics`,
    apiUrl: apiPort === undefined ? undefined : `https://localhost:${apiPort}`,
  };
}
