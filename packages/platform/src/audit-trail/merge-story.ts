import {
  type AuditEntry,
  type AuditedAttempt,
  type AuditedCallback,
  ConnectorChoice,
  type GetAccountTrail,
  type ReplyData,
  StoryEntry,
} from "@sanu/contracts";

type Decided = StoryEntry["decided"];
type Details = StoryEntry["details"];

/** What the services have of one transaction. */
export interface StoryParts {
  /** Events of the transaction, its payment, payout and refunds. */
  readonly entries: readonly AuditEntry[];
  /** Events of its cases. */
  readonly cases: readonly AuditEntry[];
  readonly attempts: readonly AuditedAttempt[];
  readonly callbacks: readonly AuditedCallback[];
  /** Of its account, in its time. */
  readonly account?: { readonly id: string } & ReplyData<typeof GetAccountTrail>;
}

/** One transaction's moments in one list, the first one first, whichever service they happened in. Pure. */
export function mergeStory(parts: StoryParts): StoryEntry[] {
  const correlations = new Map(
    parts.entries.map((entry) => [entry.stream_id, entry.correlation_id] as const),
  );
  return [
    ...parts.entries.map((entry) => eventOf(entry, "event")),
    ...parts.cases.map((entry) => eventOf(entry, "case")),
    ...parts.attempts.flatMap((attempt) =>
      stepsOf(attempt, correlations.get(attempt.subject_id) ?? null),
    ),
    ...parts.callbacks.map((callback) => ({
      ...momentOf(callback.service, callback.subject_id, callback.received_at),
      kind: "callback" as const,
      what: callback.provider === "hint" ? "hint received" : "callback received",
      correlation_id: correlations.get(callback.subject_id) ?? null,
      details: { provider: callback.provider },
    })),
    ...accountOf(parts.account),
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

function momentOf(service: StoryEntry["service"], about: string, at: string) {
  return { at, service, about, correlation_id: null, by: null, decided: null, details: {} };
}

/** What one of the staff did is said so; everything else happened by itself or by the person's own doing. */
function eventOf(entry: AuditEntry, kind: "event" | "case"): StoryEntry {
  const { service, stream_id: about, at, type: what, data } = entry;
  const by = staffIn(data);
  return {
    ...momentOf(service, about, at),
    kind: by === null ? kind : "staff-act",
    what,
    correlation_id: entry.correlation_id,
    by,
    decided: decidedIn(data),
    details: detailsOf(data),
  };
}

const staffFields = ["resolvedBy", "proposedBy", "approvedBy", "withdrawnBy", "closedBy"];

function staffIn(data: AuditEntry["data"]): string | null {
  const named = staffFields.map((field) => data[field]).find((by) => typeof by === "string");
  return typeof named === "string" ? named : null;
}

/** Which provider was to be asked and why no other; else the reason that the event gives. */
function decidedIn(data: AuditEntry["data"]): Decided {
  const choice = ConnectorChoice.safeParse(data["next"] ?? data["choice"]);
  if (choice.success) {
    const { provider, reason, passedOver } = choice.data;
    const passed = passedOver.map(({ provider: what, obstacle: because }) => ({ what, because }));
    return { what: provider, rule: reason, passed_over: passed };
  }
  const proposed = data["proposed"];
  const what = isRecord(proposed) ? proposed["kind"] : data["resolution"];
  if (typeof what === "string") return { what, rule: "staff", passed_over: [] };
  const rule = data["reason"] ?? data["discrepancy"];
  return typeof rule === "string" ? { what: null, rule, passed_over: [] } : null;
}

/** Ids, instants and names of destinations are said elsewhere, or to nobody. */
const leftOut = /(?:Id|Ids|Hmac|Sha256|By|_by|At|^type|^v|^since)$/;

function detailsOf(data: AuditEntry["data"]): Details {
  const details = Object.entries(data).flatMap(([name, value]) => {
    if (leftOut.test(name)) return [];
    const shown = isRecord(value) ? moneyOf(value) : value;
    const isPlain = ["string", "number", "boolean"].includes(typeof shown);
    return isPlain ? [[name, shown] as const] : [];
  });
  return StoryEntry.shape.details.parse(Object.fromEntries(details));
}

function moneyOf({ currency, amountXof, amountSats }: Readonly<Record<string, unknown>>): unknown {
  if (typeof currency !== "string") return undefined;
  return `${String(amountXof ?? amountSats)} ${currency}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function stepsOf(attempt: AuditedAttempt, correlation: string | null): StoryEntry[] {
  const { service, subject_id: about, provider, kind, number } = attempt;
  const named: Details = { attempt: number, provider };
  const opened = {
    ...momentOf(service, about, attempt.created_at),
    kind: "attempt" as const,
    what: `${kind} opened`,
    correlation_id: correlation,
    details: { ...named, ...knownAs(attempt) },
  };
  const steps = attempt.steps.map(({ at, did, call, state, code }) => ({
    ...momentOf(service, about, at),
    kind: "call" as const,
    what: `${kind} ${did}`,
    correlation_id: correlation,
    details: { ...named, call, state, ...(code === null ? {} : { code }) },
  }));
  return [opened, ...steps];
}

/** What people ask for at whoever carries it out: our key, the name that it gave, and that of the payment or transaction at a node. */
function knownAs({ id, provider_reference, natural_key }: AuditedAttempt): Details {
  return {
    key: id,
    ...(provider_reference === null ? {} : { provider_reference }),
    ...(natural_key === null ? {} : { natural_key }),
  };
}

function accountOf(account: StoryParts["account"]): StoryEntry[] {
  if (account === undefined) return [];
  const { id, mails, acts } = account;
  return [
    ...mails.map(({ kind, queued_at, sent_at }) => ({
      ...momentOf("identity", id, sent_at ?? queued_at),
      kind: "mail" as const,
      what: sent_at === null ? "mail queued" : "mail sent",
      details: { mail: kind },
    })),
    ...acts.map(({ what, by, at }) => ({
      ...momentOf("identity", id, at),
      kind: "staff-act" as const,
      what: "account changed",
      by,
      details: detailsOf(what),
    })),
  ];
}
