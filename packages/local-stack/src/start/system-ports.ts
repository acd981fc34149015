import { choosePort } from "../processes/free-port.ts";

/** The ports of a system in the order in which people ask for them. */
export const portNames = [
  "api",
  "sandbox",
  "mailPage",
  "smtp",
  "traces",
  "postgres",
  "nats",
  "gatewayHealth",
  "identityHealth",
  "transactionsHealth",
  "paymentsHealth",
  "payoutsHealth",
] as const;

export type PortName = (typeof portNames)[number];
export type SystemPorts = Readonly<Record<PortName, number>>;

/** Where each port lies above the base. */
export const portOffsets: Record<PortName, number> = {
  api: 0,
  sandbox: 1,
  mailPage: 2,
  smtp: 3,
  traces: 4,
  postgres: 5,
  nats: 6,
  gatewayHealth: 10,
  identityHealth: 11,
  transactionsHealth: 12,
  paymentsHealth: 13,
  payoutsHealth: 14,
};

export const defaultBasePort = 8440;
export const basePortMax = 65_535 - Math.max(...Object.values(portOffsets));

export interface ChosenPorts {
  readonly ports: SystemPorts;
  readonly replaced: readonly PortName[];
}

/** The ports above a base, each replaced by a free one when it is taken. */
export async function chooseSystemPorts(base: number): Promise<ChosenPorts> {
  const ports = { ...portOffsets };
  const replaced: PortName[] = [];
  const chosen = new Set<number>();
  for (const name of portNames) {
    const wanted = base + portOffsets[name];
    const port = await choosePort(wanted, chosen);
    if (port !== wanted) replaced.push(name);
    chosen.add(port);
    ports[name] = port;
  }
  return { ports, replaced };
}
