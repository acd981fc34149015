// Runs in a page of another origin: the story with the client, as a page loads it.
import {
  createClient,
  formatBtc,
  parseSats,
  parseXof,
  SanuProblem,
  showXof,
} from "./sanu-client.js";

const baseUrl = new URL(location.href).searchParams.get("api");
const sanu = createClient({ baseUrl, language: "en" });
const order = { receiver: "ok@sandbox.sanu", number: "+2290190000789" };

globalThis.story = {
  async register(person) {
    const { body } = await sanu.post("/auth/register", { body: person });
    return body.user_id;
  },
  verify: async (userId, code) =>
    void (await sanu.post("/auth/verify-otp", { body: { user_id: userId, code } })),
  logIn: async ({ email, password }) => (await sanu.logIn({ email, password })).email,
  async buy(amountXof) {
    const idempotencyKey = crypto.randomUUID();
    const first = await sanu.buy({ ...order, amountXof: BigInt(amountXof) }, { idempotencyKey });
    const again = await sanu.buy({ ...order, amountXof: BigInt(amountXof) }, { idempotencyKey });
    return { id: first.body.transaction.id, isReplayed: again.isReplayed };
  },
  async sell(amountXof) {
    const number = "+2290190000700";
    const { body } = await sanu.sell({ ...order, number, amountXof: BigInt(amountXof) });
    const { id, payment_url: paymentUrl } = body.transaction;
    return { id, paymentUrl, invoice: body.invoice };
  },
  async follow(id) {
    const seen = [];
    story.isFollowing = false;
    for await (const { status } of sanu.follow(id)) {
      seen.push(status);
      story.isFollowing = true;
    }
    return seen;
  },
  async read(id) {
    const { body } = await sanu.get("/transactions/{id}", { params: { id } });
    const { amount_xof: xof, amount_satoshi: sats } = body.transaction;
    return { shown: showXof(parseXof(xof), "en"), btc: formatBtc(parseSats(sats)) };
  },
  async headers() {
    const { headers, requestId } = await sanu.get("/transactions/remaining");
    return { limit: headers.get("ratelimit"), policy: headers.get("ratelimit-policy"), requestId };
  },
  /** Until the limit of requests is used up; what does not repeat itself says at once when to come again. */
  async useUp() {
    for (let count = 0; count < 200; count += 1) {
      const refused = await sanu
        .post("/transactions/{id}/cancel", { params: { id: crypto.randomUUID() } })
        .catch((error) => error);
      if (refused instanceof SanuProblem && refused.status === 429) {
        return { code: refused.code, retryAfterMs: refused.retryAfterMs };
      }
    }
    return undefined;
  },
};
