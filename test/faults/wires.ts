import { type PublishingService, publishingServices } from "@sanu/contracts";
import type { Environment, SystemPorts } from "@sanu/local-stack";
import { startTcpProxy, type TcpProxy } from "@sanu/testing";
import { type Caller, type ServiceName, serviceNames } from "./service-names.ts";

/** Every service's own way to everything that it speaks to: a test can break one while the others go on. */
export interface Wires {
  readonly nats: Readonly<Record<ServiceName, TcpProxy>>;
  readonly postgres: Readonly<Record<PublishingService, TcpProxy>>;
  /** From those that call outside to the sandbox: gateway of payments, node of payouts. */
  readonly rails: Readonly<Record<Caller, TcpProxy>>;
  /** From the sandbox to our gateway. */
  readonly callbacks: TcpProxy;
}

export interface WireEnds {
  readonly natsUrl: string;
  readonly databaseUrl: string;
  readonly ports: Pick<SystemPorts, "api" | "sandbox">;
}

export const callers: readonly Caller[] = ["payments", "payouts"];

/** Opens a proxy for each wire, all of them clear. */
export async function openWires({ natsUrl, databaseUrl, ports }: WireEnds): Promise<Wires> {
  const before = (url: string) => {
    const { hostname: host, port } = new URL(url);
    return () => startTcpProxy({ host, port: Number(port) });
  };
  return {
    nats: await forEach(serviceNames, before(natsUrl)),
    postgres: await forEach(publishingServices, before(databaseUrl)),
    rails: await forEach(callers, () => startTcpProxy({ port: ports.sandbox })),
    callbacks: await startTcpProxy({ port: ports.api }),
  };
}

export async function closeWires(wires: Wires): Promise<void> {
  const { nats, postgres, rails, callbacks } = wires;
  const all = [nats, postgres, rails].flatMap((each) => Object.values(each));
  await Promise.all([...all, callbacks].map((wire) => wire.close()));
}

/** The setting by which a service uses its wire to NATS. */
export function natsWireOf(wires: Wires, name: ServiceName, natsUrl: string): Environment {
  const url = new URL(natsUrl);
  url.host = addressOf(wires.nats[name]);
  return { NATS_URL: url.href };
}

/** The setting by which a service uses its wire to the sandbox, where it has one. */
export function railWireOf(wires: Wires, name: ServiceName): Environment {
  const rail = callers.find((caller) => caller === name);
  return rail === undefined ? {} : { SANDBOX_URL: `http://${addressOf(wires.rails[rail])}` };
}

/** `host:port` of each service's way to Postgres. */
export function databaseHostsOf({ postgres }: Wires): Readonly<Record<PublishingService, string>> {
  return {
    identity: addressOf(postgres.identity),
    transactions: addressOf(postgres.transactions),
    payments: addressOf(postgres.payments),
    payouts: addressOf(postgres.payouts),
  };
}

function addressOf({ host, port }: TcpProxy): string {
  return `${host}:${port}`;
}

async function forEach<Name extends string>(
  names: readonly Name[],
  open: () => Promise<TcpProxy>,
): Promise<Readonly<Record<Name, TcpProxy>>> {
  const opened = await Promise.all(names.map(async (name) => [name, await open()] as const));
  return Object.fromEntries(opened) as Record<Name, TcpProxy>;
}
