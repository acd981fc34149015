// Runs in a page of another origin: the story with nothing but `fetch`, as the interface document shows it.
const baseUrl = new URL(location.href).searchParams.get("api");
const order = { receiver_address: "ok@sandbox.sanu", number: "+2290190000789" };
let token;

async function call(method, path, body, headers = {}) {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      "Accept-Language": "en",
      ...(body && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  return { status: response.status, headers: response.headers, ...answer };
}

function assertSuccess(answer) {
  if (answer.success !== true) throw new Error(JSON.stringify(answer));
  return answer;
}

globalThis.story = {
  register: async (person) => assertSuccess(await call("POST", "/auth/register", person)).user_id,
  verify: async (userId, code) =>
    void assertSuccess(await call("POST", "/auth/verify-otp", { user_id: userId, code })),
  async logIn({ email, password }) {
    const { data } = assertSuccess(await call("POST", "/auth/login", { email, password }));
    token = data.token;
    return data.user.email;
  },
  async buy(amount) {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const body = { ...order, amount, type: "BUY_BITCOIN" };
    const first = assertSuccess(await call("POST", "/transactions/create", body, key));
    const again = assertSuccess(await call("POST", "/transactions/create", body, key));
    const isReplayed = again.headers.get("Idempotent-Replayed") === "true";
    return { id: first.transaction.id, isReplayed };
  },
  async sell(amount) {
    const body = { ...order, number: "+2290190000700", amount, type: "SELL_BITCOIN" };
    const answer = assertSuccess(await call("POST", "/transactions/create", body));
    const { id, payment_url: paymentUrl } = answer.transaction;
    return { id, paymentUrl, invoice: answer.invoice };
  },
  async follow(id) {
    story.isFollowing = false;
    const response = await fetch(`${baseUrl}/api/v1/transactions/${id}/events`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    let text = "";
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      text += part;
      story.isFollowing = text.includes("data: ");
    }
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data));
    return events.map(({ status }) => status);
  },
  async read(id) {
    const { transaction } = assertSuccess(await call("GET", `/transactions/${id}`));
    return { shown: transaction.amount_xof, btc: transaction.amount_satoshi };
  },
  async headers() {
    const { headers } = assertSuccess(await call("GET", "/transactions/remaining"));
    return {
      limit: headers.get("RateLimit"),
      policy: headers.get("RateLimit-Policy"),
      requestId: headers.get("X-Request-Id"),
    };
  },
  async useUp() {
    for (let count = 0; count < 200; count += 1) {
      const answer = await call("GET", "/transactions/remaining");
      if (answer.status === 429) {
        const seconds = Number(answer.headers.get("Retry-After"));
        return { code: answer.code, retryAfterMs: seconds * 1_000 };
      }
    }
    return undefined;
  },
};
