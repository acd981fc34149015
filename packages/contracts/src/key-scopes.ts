import { z } from "zod";
import { GetKycPiece, GetKycSubmission, ListKycSubmissions } from "./identity/kyc-requests.ts";
import { GetUser, ListUsers } from "./identity/staff-requests.ts";
import { paymentsAuditTrail } from "./payments/requests.ts";
import { payoutsAuditTrail } from "./payouts/requests.ts";
import type { RequestDefinition } from "./request.ts";
import { GetCase, ListCases } from "./transactions/cases.ts";
import { CancelTransaction, ProvideRefundInvoice } from "./transactions/change-requests.ts";
import { GetMonitored, ListMonitored } from "./transactions/monitoring.ts";
import { FindProgress } from "./transactions/progress.ts";
import { CreateQuote } from "./transactions/rate-requests.ts";
import {
  CreateTransaction,
  GetRemaining,
  GetResume,
  GetTransaction,
  ListTransactions,
} from "./transactions/requests.ts";
import { GetTreasury } from "./transactions/treasury.ts";

const trails = [paymentsAuditTrail, payoutsAuditTrail];

/**
 * What a key of a machine may open: operations of the public API by which the staff looks, and those by which a service orders
 * for itself; and the requests that each becomes.
 */
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
  createTransaction: [CreateTransaction],
  createQuote: [CreateQuote],
  getTransaction: [GetTransaction],
  listTransactions: [ListTransactions],
  followTransaction: [FindProgress],
  cancelTransaction: [CancelTransaction],
  giveReturnInvoice: [ProvideRefundInvoice],
  getRemaining: [GetRemaining],
  getResume: [GetResume],
} as const satisfies Readonly<Record<string, readonly RequestDefinition[]>>;

export type KeyScope = keyof typeof requestsOfScope;
const keyScopes = Object.keys(requestsOfScope) as [KeyScope, ...KeyScope[]];
export const KeyScope = z.enum(keyScopes);

/**
 * Shows people, one after the other until all are seen: by their names and documents, in what the staff wrote about them, or as
 * those a service orders for.
 */
const scopesOfPeople: readonly KeyScope[] = [
  "listUsers",
  "getUser",
  "listKycSubmissions",
  "getKycSubmission",
  "getKycDocument",
  "getCase",
  "createTransaction",
  "getTransaction",
  "listTransactions",
  "followTransaction",
  "cancelTransaction",
  "giveReturnInvoice",
];

/** Whether a service would order by a key: what it may order is said with the key. */
export function placesOrders(scopes: readonly KeyScope[]): boolean {
  return scopes.includes("createTransaction");
}

/** Whether a key would read what is personal: it takes networks, and two people. */
export function showsPeople(scopes: readonly KeyScope[]): boolean {
  return scopes.some((scope) => scopesOfPeople.includes(scope));
}

/** Which requests a key of the scope opens, and no other. */
export function requestsInScope(scope: KeyScope): readonly RequestDefinition[] {
  return requestsOfScope[scope];
}
