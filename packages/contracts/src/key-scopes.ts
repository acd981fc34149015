import { z } from "zod";
import { GetKycPiece, GetKycSubmission, ListKycSubmissions } from "./identity/kyc-requests.ts";
import { GetUser, ListUsers } from "./identity/staff-requests.ts";
import { paymentsAuditTrail } from "./payments/requests.ts";
import { payoutsAuditTrail } from "./payouts/requests.ts";
import type { RequestDefinition } from "./request.ts";
import { GetCase, ListCases } from "./transactions/cases.ts";
import { GetMonitored, ListMonitored } from "./transactions/monitoring.ts";
import { GetTreasury } from "./transactions/treasury.ts";

const trails = [paymentsAuditTrail, payoutsAuditTrail];

/** What a key of a machine may open: operations of the public API that look, and the requests that each becomes. */
const requestsOfScope = {
  listUsers: [ListUsers],
  getUser: [GetUser],
  listKycSubmissions: [ListKycSubmissions],
  getKycSubmission: [GetKycSubmission],
  getKycDocument: [GetKycPiece],
  listMonitored: [ListMonitored, ...trails.map((trail) => trail.findByProviderReference)],
  getMonitored: [GetMonitored, ...trails.map((trail) => trail.getAuditTrail)],
  getTreasury: [GetTreasury],
  listCases: [ListCases],
  getCase: [GetCase],
} as const satisfies Readonly<Record<string, readonly RequestDefinition[]>>;

export type KeyScope = keyof typeof requestsOfScope;
export const keyScopes = Object.keys(requestsOfScope) as [KeyScope, ...KeyScope[]];
export const KeyScope = z.enum(keyScopes);

/** Shows people by their names and documents, one after the other until all are seen. */
const scopesOfPeople: readonly KeyScope[] = [
  "listUsers",
  "getUser",
  "listKycSubmissions",
  "getKycSubmission",
  "getKycDocument",
];

/** Whether a key would read what is personal: it takes networks, and two people. */
export function showsPeople(scopes: readonly KeyScope[]): boolean {
  return scopes.some((scope) => scopesOfPeople.includes(scope));
}

export function requestsInScope(scope: KeyScope): readonly RequestDefinition[] {
  return requestsOfScope[scope];
}
