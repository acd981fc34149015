import type { ThrottledAction } from "@sanu/contracts";
import type { Source } from "./source.ts";
import { throttleLimits } from "./throttle-limits.ts";

export interface ThrottleQuotas {
  /** Every throttled action of an address together: carriers put thousands of people behind one. */
  readonly addressPerMinute: number;
  readonly actorPerMinute: number;
  /** Logins to an account that fail, from one network where it never logged in before. */
  readonly loginPerSourceAndHour: number;
  /** The same from all such networks together. */
  readonly loginPerHour: number;
  /** The same from one device or network that is known: others cannot use it up. */
  readonly knownLoginPerHour: number;
}

/** Who acts on what; `subject` is canonical, and null where nobody is named. */
export interface Actor<Subject extends string | null = string> {
  readonly action: ThrottledAction;
  readonly source: Source;
  readonly subject: Subject;
}

/** One count: what it is about, what it is kept under, and how much it allows. */
export interface Policy {
  readonly name:
    | "address"
    | "account"
    | "login"
    | "code"
    | "link"
    | "guess"
    | "kyc"
    | "password"
    | "factor";
  readonly key: readonly string[];
  readonly quota: number;
  readonly windowMs: number;
}

type Whose = Pick<Actor, "source" | "subject">;

/** Under what it is kept that a person has proved from somewhere who she is: her device first, which nobody shares. */
export function knownKeys({ source: { device, network }, subject }: Whose) {
  return [device, network].flatMap((from) =>
    from === null ? [] : [{ from, key: ["known", from, subject] }],
  );
}

/** Under what it is kept until when nothing counts that was proved before a new password was set. */
export const provedAnewKey = (subject: string): readonly string[] => ["proved-anew", subject];

/**
 * What limits something an hour that strangers must not use up for others. From where a person is known (`knownBy`) it
 * counts for itself; from elsewhere for its network first, and only what that lets through for all strangers together.
 */
function sharedFairly(
  name: Policy["name"],
  { source, subject }: Whose,
  quotas: { readonly known: number; readonly perSource: number; readonly strangers: number },
  knownBy: string | undefined,
): readonly Policy[] {
  const hourly = (kind: string, key: readonly string[], quota: number): Policy => ({
    name,
    key: [`${name}-${kind}`, ...key],
    quota,
    windowMs: throttleLimits.hourMs,
  });
  if (knownBy !== undefined) return [hourly("known", [knownBy, subject], quotas.known)];
  return [
    hourly("source", [source.network, subject], quotas.perSource),
    hourly("strangers", [subject], quotas.strangers),
  ];
}

export function loginPolicies(
  whose: Whose,
  quotas: ThrottleQuotas,
  knownBy: string | undefined,
): readonly Policy[] {
  const { knownLoginPerHour: known, loginPerHour: strangers } = quotas;
  const perSource = quotas.loginPerSourceAndHour;
  return sharedFairly("login", whose, { known, perSource, strangers }, knownBy);
}

/**
 * What whoever asks for codes for one address is told of: it counts for her network and for what her device shows, and for
 * nothing that was ever proved there, so that no answer tells who has an account.
 */
export function askedPolicies({ source: { network, device }, subject }: Whose): readonly Policy[] {
  return [network, device].flatMap((from) =>
    from === null
      ? []
      : [
          {
            name: "code",
            key: ["code-asked", from, subject],
            quota: throttleLimits.codesPerHour.asked,
            windowMs: throttleLimits.hourMs,
          },
        ],
  );
}

export const codePolicies = (whose: Whose, knownBy: string | undefined) =>
  sharedFairly("code", whose, throttleLimits.codesPerHour, knownBy);

/** Behind the codes of all strangers: a network that has not had its share yet gets a link, so that few cannot silence an address. */
export const linkPolicies = (whose: Whose) =>
  sharedFairly("link", whose, { known: 0, ...throttleLimits.linksPerHour }, undefined);

export const guessPolicies = (whose: Whose, knownBy: string | undefined) =>
  sharedFairly("guess", whose, throttleLimits.guessesPerHour, knownBy);

export function factorPolicies(
  { source, subject }: Whose,
  knownBy: string | undefined,
): readonly Policy[] {
  const { hourMs, dayMs, factorGuesses } = throttleLimits;
  const policy = (key: readonly string[], quota: number, windowMs: number): Policy => ({
    name: "factor",
    key: ["factor", ...key],
    quota,
    windowMs,
  });
  if (knownBy !== undefined) {
    return [policy(["known", knownBy, subject], factorGuesses.knownPerHour, hourMs)];
  }
  return [
    policy(["source", source.network, subject], factorGuesses.perSourceAndHour, hourMs),
    policy(["strangers", subject], factorGuesses.strangersPerDay, dayMs),
  ];
}

/**
 * Everything that limits an action, widest first: what is used up protects the narrower ones behind it. At a device by which she is
 * known she has counts of her own, whatever the others do who share its network, and one for all of these devices.
 */
export function policiesOf(
  { action, source, subject }: Actor<string | null>,
  quotas: ThrottleQuotas,
  knownBy: string | undefined,
): readonly Policy[] {
  const isOwnDevice = knownBy !== undefined && knownBy === source.device;
  const whose = isOwnDevice && subject !== null ? ["known", subject] : [source.network];
  const all: Policy = {
    name: "address",
    key: ["address", ...whose],
    quota: quotas.addressPerMinute,
    windowMs: throttleLimits.minuteMs,
  };
  if (subject === null) return [all];
  const account: Policy = {
    name: "account",
    key: ["account", action, ...whose, subject],
    quota: quotas.actorPerMinute,
    windowMs: throttleLimits.minuteMs,
  };
  const logins = action === "log-in" ? loginPolicies({ source, subject }, quotas, knownBy) : [];
  return [all, account, ...logins];
}
