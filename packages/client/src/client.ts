import type { Language } from "./amounts/amounts-for-people.ts";
import type { CallOptions, Output } from "./api/typed.ts";
import { type Calls, callsOf } from "./calls.ts";
import { type Order, orderBody } from "./order.ts";
import { type Pages, pagesBy } from "./pages.ts";
import { follow, type Progress } from "./progress/follow.ts";
import type { Answer } from "./send/call.ts";
import { prepareCall } from "./send/prepare-call.ts";
import type { Sender, TryReport } from "./send/sender.ts";
import { renewBy } from "./session/renew.ts";
import { createSession } from "./session/session.ts";
import { memorySession, type SessionStore } from "./session/session-store.ts";

export interface ClientOptions {
  /** Without `/api/v1`: `https://api.example`. */
  readonly baseUrl: string;
  /** Of messages and of dates in lists; French unless told. */
  readonly language?: Language;
  /** Where the token is kept; in memory unless told. */
  readonly session?: SessionStore;
  /** A service shows its key in the place of a session. */
  readonly apiKey?: string;
  /** Outside production, in the place of a session: the `user_id` of a registration. */
  readonly stagingUserId?: string;
  /** The platform's own unless told. */
  readonly fetch?: typeof fetch;
  /** Hears of every try. */
  readonly onTry?: (report: TryReport) => void;
}

/**
 * A client of the public API. Its calls throw `SanuProblem`, `SanuUnknownOutcome` or `SanuUnreachable`; one that is given up by its
 * signal throws the signal's reason where nothing can have changed.
 */
export interface SanuClient extends Calls {
  /** Keeps the token, and renews it from then on. */
  readonly logIn: (
    who: { readonly email: string; readonly password: string },
    options?: CallOptions,
  ) => Promise<Output<"post", "/auth/login">["data"]["user"]>;
  /** Forgets the token here, also where the API is not reached to end it there. */
  readonly logOut: (options?: CallOptions) => Promise<void>;
  readonly buy: OrderCall;
  readonly sell: OrderCall;
  /** The present state of a transaction and each change until it has ended, whatever becomes of the connection. */
  readonly follow: (
    transactionId: string,
    options?: Pick<CallOptions, "signal">,
  ) => AsyncGenerator<Progress, void>;
  /** Page after page of a list, newest first. */
  readonly pages: Pages;
}

type OrderCall = (
  order: Order,
  options?: CallOptions,
) => Promise<Answer<Output<"post", "/transactions/create">>>;

/** Makes a client. It opens nothing until it is used. */
export function createClient(options: ClientOptions): SanuClient {
  const { language = "fr", session: store = memorySession(), onTry } = options;
  const address = { baseUrl: options.baseUrl.replace(/\/+$/, ""), language };
  const fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  const session = createSession(store, (token) => renewBy(address, { fetch, onTry }, token));
  const sender: Sender = { fetch, session, credential: credentialOf(options), onTry };
  const { get, post, put, patch } = callsOf(address, sender);
  const order =
    (type: "BUY_BITCOIN" | "SELL_BITCOIN"): OrderCall =>
    (given, how = {}) =>
      post("/transactions/create", { ...how, body: orderBody(type, given) });
  return {
    get,
    post,
    put,
    patch,
    async logIn({ email, password }, how = {}) {
      const { body } = await post("/auth/login", { ...how, body: { email, password } });
      await session.begin(body.data);
      return body.data.user;
    },
    async logOut(how = {}) {
      const loginId = await session.loginId();
      try {
        await post("/auth/logout", how);
      } finally {
        await session.end(loginId);
      }
    },
    buy: order("BUY_BITCOIN"),
    sell: order("SELL_BITCOIN"),
    follow(id, how = {}) {
      const headers = { accept: "text/event-stream" };
      const given = { params: { id }, headers, ...how };
      const at = { method: "GET", path: "/transactions/{id}/events" };
      return follow(prepareCall(address, at, given), sender);
    },
    pages: pagesBy(address, sender),
  };
}

function credentialOf({ apiKey, stagingUserId }: ClientOptions): Sender["credential"] {
  if (apiKey !== undefined) return { authorization: `Bearer ${apiKey}` };
  return stagingUserId === undefined ? undefined : { "x-staging-user-id": stagingUserId };
}
