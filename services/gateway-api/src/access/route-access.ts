import type { UserView } from "@sanu/contracts";

export type Role = UserView["roles"][number];

/** Who may use a route: everybody, or who is logged in with one of these roles. */
export type Access = "everybody" | readonly Role[];

const everybody = "everybody";
/** Whoever is logged in. */
const anyAccount = ["user", "service_client", "admin"] as const;
/** People with money of their own; an admin has full access (interface 5.4). */
const customers = ["user", "admin"] as const;
const staff = ["service_client", "admin"] as const;
const admins = ["admin"] as const;

/**
 * The one table of who may do what, by operation. What stands here is enforced before a request's body is read,
 * and the OpenAPI document shows it; an operation that does not stand here does not compile.
 */
export const routeAccess = {
  register: everybody,
  verifyOtp: everybody,
  logIn: everybody,
  regenerateOtp: everybody,
  reactivate: everybody,
  requestReset: everybody,
  resetPassword: everybody,
  refreshToken: anyAccount,
  logOut: anyAccount,
  getMe: anyAccount,
  updateMe: anyAccount,
  deactivate: anyAccount,
  erase: anyAccount,

  createTransaction: customers,
  listTransactions: customers,
  getTransaction: customers,
  followTransaction: customers,
  cancelTransaction: customers,
  giveReturnInvoice: customers,
  getFlashback: customers,
  getRemaining: customers,
  getResume: customers,

  getWallet: customers,
  saveReceivers: customers,
  saveNumbers: customers,

  getRates: everybody,
  listRates: everybody,
  changeRates: admins,
  createQuote: customers,

  listUsers: staff,
  getUser: staff,
  changeUser: admins,

  listMonitored: staff,
  getMonitored: staff,
  resolveReview: admins,

  listKycTiers: anyAccount,
  changeKycTier: admins,
  getKyc: customers,
  submitKyc: customers,
  listKycSubmissions: staff,
  getKycSubmission: staff,
  getKycDocument: staff,
  approveKyc: staff,
  rejectKyc: staff,

  joinWaitlist: everybody,
  listWaitlist: admins,

  getPaymentStatus: everybody,
  followPayment: everybody,
  receiveCallback: everybody,
} as const satisfies Readonly<Record<string, Access>>;

export type OperationId = keyof typeof routeAccess;

/** Pages and their parts, which are no operations of the API; everybody may see them. */
const pages: readonly RegExp[] = [
  /^\/docs(?:\/.*)?$/,
  /^\/assets\/pay\.(?:css|js)$/,
  /^\/pay\/:token$/,
  /^\/openapi\.json$/,
  /^\/\.well-known\/jwks\.json$/,
  // What the plugin for CORS answers to preflights.
  /^\*$/,
];

/**
 * The access to a route as it is registered. Throws for one that stands nowhere: a route that was forgotten here
 * would otherwise be open to everybody.
 */
export function accessOf(operationId: string | undefined, url: string): Access {
  if (isOperationId(operationId)) return routeAccess[operationId];
  if (operationId === undefined && pages.some((page) => page.test(url))) return everybody;
  throw new Error(`Nobody said who may use ${operationId ?? url}`);
}

function isOperationId(text: string | undefined): text is OperationId {
  return text !== undefined && Object.hasOwn(routeAccess, text);
}
