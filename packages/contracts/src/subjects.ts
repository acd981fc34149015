import type { PublishingService } from "./services.ts";

/**
 * Keeps the subjects, streams and consumers of test files (and of several systems on one server) apart.
 * Empty in production; otherwise lower-case letters and digits.
 */
export type Namespace = string;

const namespaceShape = /^[a-z0-9]{0,32}$/;

/** Reads a namespace. Throws `RangeError` on anything that could not stand in a subject and a stream name. */
export function namespace(text: string): Namespace {
  if (!namespaceShape.test(text)) throw new RangeError(`Not a namespace: ${text}`);
  return text;
}

/** The `ce-type` of a fact and, behind the namespace, its subject: `sanu.payments.PaymentCompleted.v1`. */
export function factType(service: PublishingService, name: string, version: number): string {
  return `sanu.${service}.${name}.v${version}`;
}

/** Where facts of a type are published; `type` is `sanu.<service>.<EventName>.v<n>`. */
export function factSubject(space: Namespace, type: string): string {
  return inNamespace(space, type);
}

/** Every fact of a service, whatever its name and version. */
export function factsOfService(space: Namespace, service: PublishingService): string {
  return inNamespace(space, `sanu.${service}.>`);
}

/** Every version of one fact; durables filter on this, never on a version. */
export function everyVersionOf(space: Namespace, service: PublishingService, name: string): string {
  return inNamespace(space, `sanu.${service}.${name}.*`);
}

/** The subject of a request to a service, answered by one member of its queue group. */
export function requestSubject(space: Namespace, service: string, request: string): string {
  return inNamespace(space, `request.${service}.${request}`);
}

/** Wakes the relay of a service after a commit. Carries nothing; a lost one costs one poll. */
export function relayWakeSubject(space: Namespace, service: PublishingService): string {
  return inNamespace(space, `wake.${service}.relay`);
}

/** Tells every replica of transactions that a payment link was recorded. */
export function linkRecordedSubject(space: Namespace): string {
  return inNamespace(space, "wake.transactions.link");
}

/** Tells every gateway the id of a transaction that changed. A lost one costs one poll. */
export function transactionChangedSubject(space: Namespace): string {
  return inNamespace(space, "news.transactions.changed");
}

/** Tells every gateway which sessions ended, and several times a second that it has heard of all of them. */
export function revocationsSubject(space: Namespace): string {
  return inNamespace(space, "news.identity.revocations");
}

/** Above all inboxes; no stream takes anything below it. */
export const inboxRoot = "_INBOX";

/** Answers to a user come under it, and nobody else may listen there: replies hold what is nobody else's. */
export function inboxPrefix(user: string): string {
  return `${inboxRoot}.${user}`;
}

function inNamespace(space: Namespace, subject: string): string {
  return space === "" ? subject : `${space}.${subject}`;
}
