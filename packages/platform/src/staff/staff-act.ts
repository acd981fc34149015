import { createHash } from "node:crypto";
import type { RequestDefinition, StaffUse } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";

/** Who of the staff sends a request, as identity has said. */
export interface StaffAct {
  readonly accountId: AccountId;
  readonly assertionId: string;
  readonly credential: StaffCredentialId;
}

/** What she has shown to identity, by its id. */
export type StaffCredentialId = { readonly sessionId: string } | { readonly keyId: string };

export type StaffDefinition = RequestDefinition & { readonly staff: StaffUse };

/** A request of the staff as it came. */
export interface StaffRequest {
  readonly definition: StaffDefinition;
  readonly payload: Uint8Array;
  /** The same, read. */
  readonly body: unknown;
  readonly assertion: string | undefined;
  readonly correlationId: string;
}

export function isOfStaff(definition: RequestDefinition): definition is StaffDefinition {
  return definition.staff !== undefined;
}

/** `<service>.<request>`, as an assertion and the audit log name it. */
export function operationOf({ service, name }: Pick<RequestDefinition, "service" | "name">) {
  return `${service}.${name}`;
}

/** What an assertion binds: SHA-256 of exactly the bytes of the request. */
export function payloadHash(payload: Uint8Array | string): string {
  return createHash("sha256").update(payload).digest("base64url");
}
