import { startTcpProxy, type TcpProxy } from "@sanu/testing";
import type { ServiceName } from "./service-names.ts";

/** A proxy before NATS for each service, so that one can be cut off while the others go on. */
export async function openNatsWires(natsUrl: string): Promise<{
  readonly wires: Readonly<Record<ServiceName, TcpProxy>>;
  readonly urls: Readonly<Record<ServiceName, string>>;
}> {
  const { hostname: host, port } = new URL(natsUrl);
  const open = () => startTcpProxy({ host, port: Number(port) });
  const wires = {
    identity: await open(),
    transactions: await open(),
    payments: await open(),
    payouts: await open(),
    "gateway-api": await open(),
  };
  const urlOf = (name: ServiceName): string => {
    const url = new URL(natsUrl);
    url.host = `${wires[name].host}:${wires[name].port}`;
    return url.href;
  };
  const urls = {
    identity: urlOf("identity"),
    transactions: urlOf("transactions"),
    payments: urlOf("payments"),
    payouts: urlOf("payouts"),
    "gateway-api": urlOf("gateway-api"),
  };
  return { wires, urls };
}
