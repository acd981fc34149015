import type { RetryRule } from "@sanu/attempts";
import { type Clock, type Instant, type Xof, xof } from "@sanu/kernel";
import { z } from "zod";
import type { CollectionRail } from "../ports/collection-rail.ts";
import type { DisburseRail } from "../ports/disburse-rail.ts";
import type { InvoiceSource } from "../ports/invoice-source.ts";
import type { StatementRail } from "../ports/statement-rail.ts";

export type ConnectorEnvironment = Readonly<Record<string, string | undefined>>;

export interface ConnectorOptions {
  readonly callTimeoutMs: number;
  /** What the setting calls it, where it can name several of a kind. */
  readonly provider?: string;
  /** Who is asked for the invoice of a Lightning address; without one nothing can be sent to such. */
  readonly invoices?: InvoiceSource;
  /** By which an invoice has expired; the machine's where nobody says the database's. */
  readonly clock?: Clock;
  /** Told the provider's clock with each of its answers, where it says one. */
  readonly onResponse?: (statedAt: Instant | null) => void;
}

/** A setting that is not as a port needs it. */
export interface SettingMistake {
  readonly name: string;
  readonly message: string;
}

/** A setting that says whose account at the provider is used, and what it is. No secret. */
export interface AccountSetting {
  readonly name: string;
  readonly value: string;
}

/** One port of a connector: which settings it needs, and the rail that they make. */
export interface ConnectorPort<Rail> {
  readonly mistakesIn: (environment: ConnectorEnvironment) => readonly SettingMistake[];
  /** Throws where `mistakesIn` finds one. */
  readonly open: (environment: ConnectorEnvironment, options: ConnectorOptions) => Rail;
  /** None where only keys say whose account it is. */
  readonly accountsIn?: (environment: ConnectorEnvironment) => readonly AccountSetting[];
}

/** A provider of mobile money. A port that it cannot serve is null. */
export interface Connector {
  readonly provider: string;
  readonly collection: ConnectorPort<CollectionRail> | null;
  readonly disbursement: ConnectorPort<DisburseRail> | null;
  readonly statement: ConnectorPort<StatementRail> | null;
}

interface PortDefinition<Shape extends z.ZodRawShape, Rail> {
  /** By their names in the environment. */
  readonly settings: Shape;
  /** The setting that is `sandbox` where money is none: in production only `live` will do. */
  readonly environmentName?: keyof Shape & string;
  /** Where each of both environments is reached, where that tells them apart. */
  readonly hosts?: ProviderHosts;
  /** What a setting has to be in production. */
  readonly inProduction?: Readonly<Record<string, string>>;
  /** Which settings say whose account it is: another one knows nothing of what was ordered. */
  readonly accountNames?: readonly (keyof Shape & string)[];
  /** Settings that are well each by itself, and contradict each other. */
  readonly contradictionsIn?: (settings: z.output<z.ZodObject<Shape>>) => readonly SettingMistake[];
  readonly open: (settings: z.output<z.ZodObject<Shape>>, options: ConnectorOptions) => Rail;
}

export function portOf<Shape extends z.ZodRawShape, Rail>({
  settings,
  environmentName,
  hosts,
  inProduction = {},
  accountNames = [],
  contradictionsIn = () => [],
  open,
}: PortDefinition<Shape, Rail>): ConnectorPort<Rail> {
  const schema = z.object(settings);
  return {
    mistakesIn(environment) {
      const read = schema.safeParse(environment);
      const mistakes = [
        ...(read.error?.issues ?? []).map(({ path, message }) => ({
          name: path.join("."),
          message,
        })),
        ...crossedBounds(read.data ?? {}),
        ...(read.success ? contradictionsIn(read.data) : []),
        ...(hosts === undefined || environmentName === undefined
          ? []
          : otherEnvironment(environment, { environmentName, hosts })),
      ];
      if (environment["SANU_ENV"] !== "production") {
        const real = { ...inProduction, ...(environmentName && { [environmentName]: "live" }) };
        return [...mistakes, ...realElsewhere(environment, { settings: read.data ?? {}, real })];
      }
      const isPlay = environmentName !== undefined && environment[environmentName] === "sandbox";
      const wanted = { ...inProduction, ...(isPlay && { [environmentName]: "live" }) };
      const wrong = Object.entries(wanted).filter(
        ([name, value]) => (environment[name] ?? value) !== value,
      );
      return [
        ...mistakes,
        ...wrong.map(([name, value]) => ({ name, message: `must be ${value} in production` })),
        ...(environmentName === undefined ? [] : ownMachine(environment, settings)),
      ];
    },
    open: (environment, options) => open(schema.parse(environment), options),
    accountsIn: (environment) =>
      accountNames.flatMap((name) => {
        const value = environment[name];
        return value === undefined ? [] : [{ name, value }];
      }),
  };
}

/**
 * Where not all of it is real none of it may be: a staging takes orders of anybody, and its play money would be paid out in real francs or
 * sats. Our own server of a provider, on this machine, has none.
 */
function realElsewhere(
  environment: ConnectorEnvironment,
  {
    settings,
    real,
  }: {
    readonly settings: Readonly<Record<string, unknown>>;
    readonly real: Readonly<Record<string, string>>;
  },
): readonly SettingMistake[] {
  if (environment["SANU_ENV"] === undefined) return [];
  return Object.entries(real).flatMap(([name, value]) => {
    const url = environment[urlNameOf(name)] ?? "";
    const isOurServer = value === "live" && URL.canParse(url) && isOwn(new URL(url));
    if (settings[name] !== value || isOurServer) return [];
    return [{ name, message: `must not be ${value} outside of production: it is real money` }];
  });
}

/**
 * A provider of mobile money is nobody's own program: what answers on this machine is our server of it, which collects play money, and real sats
 * would be paid out for that. Nor does its callback reach an address that leads it to itself.
 */
function ownMachine(
  environment: ConnectorEnvironment,
  settings: z.ZodRawShape,
): readonly SettingMistake[] {
  return Object.keys(settings).flatMap((name) => {
    const url = name.endsWith("_URL") ? (environment[name] ?? "") : "";
    if (!URL.canParse(url) || !isLoopback(new URL(url))) return [];
    return [{ name, message: "must not be this machine in production" }];
  });
}

const urlNameOf = (environmentName: string) => environmentName.replace(/_ENVIRONMENT$/, "_URL");

/** The address counts, whatever the environment is called: what a sandbox collects would be paid out in real sats, or real francs for play money. */
function otherEnvironment(
  environment: ConnectorEnvironment,
  { environmentName, hosts }: { readonly environmentName: string; readonly hosts: ProviderHosts },
): readonly SettingMistake[] {
  const name = urlNameOf(environmentName);
  const url = environment[name] ?? "";
  const isLive = environment[environmentName] === "live";
  if (!isLive && environment[environmentName] !== "sandbox") return [];
  const other = new URL(isLive ? hosts.sandbox : hosts.live);
  if (!URL.canParse(url) || new URL(url).hostname !== other.hostname) return [];
  const message = isLive
    ? `must not lead to its sandbox while ${environmentName} is live: no money moves there`
    : `must not lead to real money while ${environmentName} is sandbox`;
  return [{ name, message }];
}

/** A least above its most would leave nothing between them. */
function crossedBounds(settings: Readonly<Record<string, unknown>>): readonly SettingMistake[] {
  return Object.entries(settings).flatMap(([leastName, least]) => {
    const name = leastName.replace("_MIN_XOF", "_MAX_XOF");
    const most = settings[name];
    const isCrossed = typeof least === "bigint" && typeof most === "bigint" && most < least;
    return isCrossed ? [{ name, message: `must not be below ${leastName}` }] : [];
  });
}

/** `sandbox` for a provider's own sandbox, `live` for money. */
export const ProviderEnvironmentSetting = z.enum(["sandbox", "live"]);
export type ProviderEnvironment = z.output<typeof ProviderEnvironmentSetting>;

/** The provider's own address of each. */
export type ProviderHosts = Readonly<Record<ProviderEnvironment, string>>;

/** The sandbox of this repository holds no money, so it may be anywhere. */
export const reachedSandbox = { SANDBOX_URL: z.url({ protocol: /^https?$/ }) };

const ownHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Where a provider is reached: a key goes there, so only a program of this machine may be spoken to in the clear. */
export const ProviderUrlSetting = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !URL.canParse(text) || isPrivate(new URL(text)), {
    error: "must begin with https://",
  });

function isPrivate(url: URL): boolean {
  return url.protocol === "https:" || isOwn(url);
}

function isOwn({ hostname }: URL): boolean {
  return ownHosts.has(hostname);
}

/** Also by what else a machine calls itself. */
function isLoopback(url: URL): boolean {
  return isOwn(url) || /^(?:127\.|0\.0\.0\.0$)|^\[::\]$|\.localhost$/.test(url.hostname);
}

/** One text or two, with a comma between them: while a secret is changed both are valid. */
export const SecretsSetting = z
  .string()
  .transform((text) => text.split(",").map((secret) => secret.trim()))
  .refine((secrets) => secrets.length <= 2 && secrets.every((secret) => secret.length >= 8), {
    error: "must be one secret, or two with a comma between them",
  });

export const XofSetting = z
  .string()
  .regex(/^[1-9]\d{0,11}$/, "must be whole francs")
  .transform((text): Xof => xof(BigInt(text)));

/** Where a provider is reached, and the token that says who asks. */
export function providerAccount(
  hosts: ProviderHosts,
  given: {
    readonly environment: ProviderEnvironment;
    readonly url: string | undefined;
    readonly token: string;
  },
) {
  const { environment, url, token } = given;
  const headers = { authorization: `Bearer ${token}` };
  return { environment, baseUrl: url ?? hosts[environment], headers };
}

export type ProviderAccount = ReturnType<typeof providerAccount>;

/** Of a provider that never changes its word. */
export function steadyRail<Name extends string, Rule extends RetryRule>(
  provider: Name,
  retryRule: Rule,
) {
  return { provider, retryRule, reversibleForMs: 0 } as const;
}

/** The longest that a prompt or page lives where no contract says less. */
export const promptLifeMs = 86_400_000;

/** What a provider is never asked for. */
export const notServed = { kind: "rejected", reason: "refused-by-provider" } as const;
