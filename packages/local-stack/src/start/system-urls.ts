import { type ProgramName, programNames, publicUrl } from "./service-environment.ts";
import type { SystemPorts } from "./system-ports.ts";

/** The addresses of a running system that a person opens or a client is given. Written to `urls.json`. */
export interface SystemUrls {
  readonly api: string;
  readonly docs: string;
  readonly openapi: string;
  /** The mail page; ends with a slash. */
  readonly mails: string;
  readonly sandbox: string;
  readonly smtp: string;
  readonly nats: string;
  /** The page of traces, where requests are traced. */
  readonly traces?: string;
  readonly metrics: Readonly<Record<string, string>>;
}

/** The port on which a program says how it is. */
const statusPorts = {
  sandbox: "sandbox",
  "gateway-api": "gatewayHealth",
  identity: "identityHealth",
  transactions: "transactionsHealth",
  payments: "paymentsHealth",
  payouts: "payoutsHealth",
} as const satisfies Readonly<Record<ProgramName, keyof SystemPorts>>;

export function readyUrlOf(program: ProgramName, ports: SystemPorts): string {
  return `http://127.0.0.1:${statusPortOf(program, ports)}/readyz`;
}

export function systemUrls(ports: SystemPorts): SystemUrls {
  const api = publicUrl(ports);
  const services = programNames.filter((name) => name !== "sandbox");
  return {
    api: `${api}/api/v1`,
    docs: `${api}/docs`,
    openapi: `${api}/openapi.json`,
    mails: `http://127.0.0.1:${ports.mailPage}/`,
    sandbox: `http://127.0.0.1:${ports.sandbox}/`,
    smtp: `smtp://127.0.0.1:${ports.smtp}`,
    nats: `nats://127.0.0.1:${ports.nats}`,
    metrics: Object.fromEntries(
      services.map((name) => [name, `http://127.0.0.1:${statusPortOf(name, ports)}/metrics`]),
    ),
  };
}

/** The addresses as aligned lines. */
export function urlTable(urls: SystemUrls): string {
  const { metrics, ...others } = urls;
  const rows = [
    ...Object.entries(others),
    ...Object.entries(metrics).map(([name, url]) => [`metrics of ${name}`, url] as const),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, url]) => `  ${name.padEnd(width)}  ${url}\n`).join("");
}

function statusPortOf(program: ProgramName, ports: SystemPorts): number {
  return ports[statusPorts[program]];
}
