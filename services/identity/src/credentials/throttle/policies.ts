import type { ThrottledAction } from "@sanu/contracts";
import { throttleLimits } from "./throttle-limits.ts";

export interface ThrottleQuotas {
  /** Every throttled action of an address together: carriers put thousands of people behind one. */
  readonly addressPerMinute: number;
  readonly actorPerMinute: number;
  /** Logins to an account that fail, from addresses where it never logged in before, all together. */
  readonly loginPerHour: number;
  /** The same from one address that is known: others cannot use it up. */
  readonly knownLoginPerHour: number;
}

/** Who acts on what; `subject` is canonical, and null where nobody is named. */
export interface Actor<Subject extends string | null = string> {
  readonly action: ThrottledAction;
  readonly address: string;
  readonly subject: Subject;
}

/** One count: its name as clients see it, what it is kept under, and how much it allows. */
export interface Policy {
  readonly name: "address" | "account" | "login" | "kyc" | "password";
  readonly key: readonly string[];
  readonly quota: number;
  readonly windowMs: number;
}

/** Under what it is kept that a person has logged in from an address. */
export function knownAddressKey({ address, subject }: Actor): readonly string[] {
  return ["known", address, subject];
}

export function loginPolicy(actor: Actor, quotas: ThrottleQuotas, isKnown: boolean): Policy {
  const { address, subject } = actor;
  return {
    name: "login",
    key: isKnown ? ["login-known", address, subject] : ["login", subject],
    quota: isKnown ? quotas.knownLoginPerHour : quotas.loginPerHour,
    windowMs: throttleLimits.hourMs,
  };
}

/** Everything that limits an action, widest first: what is used up protects the narrower ones behind it. */
export function policiesOf(
  { action, address, subject }: Actor<string | null>,
  quotas: ThrottleQuotas,
  isKnown: boolean,
): readonly Policy[] {
  const all: Policy = {
    name: "address",
    key: ["address", address],
    quota: quotas.addressPerMinute,
    windowMs: throttleLimits.minuteMs,
  };
  if (subject === null) return [all];
  const actor = { action, address, subject };
  return [
    all,
    {
      name: "account",
      key: ["account", action, address, subject],
      quota: quotas.actorPerMinute,
      windowMs: throttleLimits.minuteMs,
    },
    ...(action === "log-in" ? [loginPolicy(actor, quotas, isKnown)] : []),
  ];
}
