// Runs inside a pod of the cluster: people who register, buy and sell over the gateway's Service, as the world does. Plain
// JavaScript without packages. Arguments: purchases a second, seconds at most, people. SIGUSR2 ends it early; the last line it
// prints is what it saw, as JSON.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const [perSecond, secondsMax, peopleCount] = process.argv.slice(2).map(Number);
const api = "https://gateway-api/api/v1";
const sandbox = "http://sandbox:8080";
const answerTimeoutMs = 15_000;
const endingTimeoutMs = 90_000;
const pollMs = 500;
const failuresShownMax = 40;

const seen = { requests: 0, failures: [], failed: 0 };
const createMs = [];
let isStopped = false;
process.on("SIGUSR2", () => {
  isStopped = true;
});

/** Never throws: what is not the wanted status counts as a failure, a broken connection and a 503 with Retry-After too. */
async function ask(method, path, { token, body, wanted = 200, key } = {}) {
  seen.requests += 1;
  const startedAt = performance.now();
  try {
    const response = await fetch(`${api}${path}`, {
      method,
      signal: AbortSignal.timeout(answerTimeoutMs),
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === wanted) return JSON.parse(text);
    fail(`${method} ${path} ${response.status} ${text.slice(0, 200)}`, startedAt);
  } catch (error) {
    fail(`${method} ${path} ${error.name} ${error.cause?.code ?? error.message}`, startedAt);
  }
  return undefined;
}

function fail(what, startedAt) {
  seen.failed += 1;
  const tookMs = Math.round(performance.now() - startedAt);
  if (seen.failures.length < failuresShownMax) {
    seen.failures.push(`${new Date().toISOString()} ${tookMs} ms ${what}`);
  }
}

async function signUp(number) {
  const email = `customer.${number}.${randomUUID().slice(0, 8)}@example.org`;
  const password = randomUUID();
  const body = { name: "Awa Customer", email, password, country: "BJ" };
  const registered = await ask("POST", "/auth/register", { body, wanted: 201 });
  const code = await codeFor(email);
  await ask("POST", "/auth/verify-otp", { body: { user_id: registered.user_id, code } });
  const loggedIn = await ask("POST", "/auth/login", { body: { email, password } });
  return loggedIn.data.token;
}

async function codeFor(email) {
  for (;;) {
    const response = await fetch(`http://sandbox:8025/mails?to=${encodeURIComponent(email)}`);
    const { mails } = await response.json();
    const found = /(?<![\w-])\d{6}(?![\w-])/.exec(mails[0]?.text ?? "");
    if (found !== null) return found[0];
    await sleep(pollMs);
  }
}

async function create(token, type, digits) {
  const startedAt = performance.now();
  const body = {
    amount: 5_000,
    type,
    receiver_address: "ok@sandbox.sanu",
    number: `+2290190000${digits}`,
  };
  const created = await ask("POST", "/transactions/create", {
    token,
    body,
    wanted: 201,
    key: randomUUID(),
  });
  createMs.push(performance.now() - startedAt);
  return created;
}

async function ended(token, id) {
  const deadlineAt = performance.now() + endingTimeoutMs;
  while (performance.now() < deadlineAt) {
    const read = await ask("GET", `/transactions/${id}`, { token });
    const status = read?.transaction.status;
    if (status === "COMPLETED" || status === "FAILED") return status;
    await sleep(pollMs);
  }
  return "UNFINISHED";
}

async function buy(token) {
  const created = await create(token, "BUY_BITCOIN", "789");
  return created === undefined ? "NOT CREATED" : await ended(token, created.transaction.id);
}

async function sell(token) {
  const created = await create(token, "SELL_BITCOIN", "700");
  if (created === undefined) return "NOT CREATED";
  await fetch(`${sandbox}/control/invoice-payments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ invoice: created.invoice }),
  });
  return ended(token, created.transaction.id);
}

const people = [];
for (let number = 0; number < peopleCount; number += 1) people.push(await signUp(number));
const sale = await sell(people[0]);
console.log(`signed up ${people.length}, sale ${sale}`);

const startedAt = performance.now();
const orders = [];
for (let turn = 0; !isStopped && performance.now() - startedAt < secondsMax * 1_000; turn += 1) {
  orders.push(buy(people[turn % people.length]));
  const dueAt = startedAt + ((turn + 1) * 1_000) / perSecond;
  await sleep(Math.max(0, dueAt - performance.now()));
}
const seconds = (performance.now() - startedAt) / 1_000;
const endings = Object.groupBy(await Promise.all(orders), (ending) => ending);
const sorted = createMs.toSorted((one, other) => one - other);
const quantile = (share) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
console.log(
  JSON.stringify({
    ...seen,
    sale,
    seconds: Math.round(seconds),
    perSecond: Number((orders.length / seconds).toFixed(1)),
    endings: Object.fromEntries(
      Object.entries(endings).map(([ending, all]) => [ending, all.length]),
    ),
    createMs: { p50: quantile(0.5), p99: quantile(0.99), max: quantile(0.9999) },
  }),
);
