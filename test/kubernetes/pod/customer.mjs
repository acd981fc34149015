// Runs inside a pod of the cluster: people who register, buy and sell over the gateway's Service, as the world does. Plain
// JavaScript without packages. Arguments: purchases a second, seconds at most, people, after how many milliseconds one looks
// again for the end of an order, how old connections get (0: as old as the server lets them), and after how many milliseconds an
// order is one that did not end. SIGUSR2 ends it early; the last line it prints is what it saw, as JSON.
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

const [perSecond, secondsMax, peopleCount, pollMs, connectionMs, endingTimeoutMs] = process.argv
  .slice(2)
  .map(Number);
const api = "https://gateway-api/api/v1";
const sandbox = "http://sandbox:8080";
const answerTimeoutMs = 15_000;
const retryMs = 500;
const sandboxWaitMs = 120_000;
const journalPageEntries = 10_000;
const failuresShownMax = 40;
/** A token lives for an hour; an app logs in again before. */
const loginEveryMs = 1_800_000;

const seen = { requests: 0, failures: [], failed: 0, failedFrom: null, failedTo: null };
const createMs = [];
const completedAt = [];
const boughtSats = [];
let isStopped = false;
process.on("SIGUSR2", () => {
  isStopped = true;
});

let agent = new Agent({ keepAlive: true });

/** As proxies do: what is idle is closed, what is under way ends first. */
function renewConnections() {
  const old = agent;
  agent = new Agent({ keepAlive: true });
  old.keepAlive = false;
  for (const socket of Object.values(old.freeSockets).flat()) socket.destroy();
}

function send(method, path, headers, body) {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  return new Promise((resolve, reject) => {
    const sent = request(`${api}${path}`, { method, headers, agent, signal }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode, text: Buffer.concat(parts).toString("utf8") }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Never throws: what is not the wanted status counts as a failure, a broken connection and a 503 with Retry-After too. */
async function ask(method, path, { person, body, wanted = 200, key } = {}) {
  seen.requests += 1;
  const startedAt = performance.now();
  try {
    const headers = {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(person === undefined ? {} : { authorization: `Bearer ${person.token}` }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    };
    const { status, text } = await send(method, path, headers, body && JSON.stringify(body));
    if (status === wanted) return JSON.parse(text);
    fail(`${method} ${path} ${status} ${text.slice(0, 200)}`, startedAt);
  } catch (error) {
    fail(`${method} ${path} ${error.name} ${error.code ?? error.message}`, startedAt);
  }
  return undefined;
}

function fail(what, startedAt) {
  seen.failed += 1;
  seen.failedTo = Date.now();
  seen.failedFrom ??= seen.failedTo;
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
  const person = { token: undefined };
  const logIn = async () => {
    const loggedIn = await ask("POST", "/auth/login", { body: { email, password } });
    person.token = loggedIn?.data.token ?? person.token;
  };
  await logIn();
  setInterval(logIn, loginEveryMs).unref();
  return person;
}

/** What the sandbox says beside the provider's business. Asked again while it is not reached: what it knows is what is looked at. */
async function askSandbox(url, init) {
  const deadlineAt = performance.now() + sandboxWaitMs;
  for (;;) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (performance.now() > deadlineAt) throw error;
      await sleep(retryMs);
    }
  }
}

async function codeFor(email) {
  for (;;) {
    const response = await askSandbox(`http://sandbox:8025/mails?to=${encodeURIComponent(email)}`);
    const { mails } = await response.json();
    const found = /(?<![\w-])\d{6}(?![\w-])/.exec(mails[0]?.text ?? "");
    if (found !== null) return found[0];
    await sleep(retryMs);
  }
}

async function create(person, type, digits) {
  const startedAt = performance.now();
  const body = {
    amount: 5_000 + (createMs.length % 5_000),
    type,
    receiver_address: "ok@sandbox.sanu",
    number: `+2290190000${digits}`,
  };
  const asked = { person, body, wanted: 201, key: randomUUID() };
  // As an app does: the same order under the same key, until there is an answer. What failed before is counted all the same.
  for (;;) {
    const created = await ask("POST", "/transactions/create", asked);
    const tookMs = performance.now() - startedAt;
    if (created !== undefined || tookMs > endingTimeoutMs) {
      createMs.push(tookMs);
      return created;
    }
    await sleep(retryMs);
  }
}

async function ended(person, id) {
  const deadlineAt = performance.now() + endingTimeoutMs;
  while (performance.now() < deadlineAt) {
    const read = await ask("GET", `/transactions/${id}`, { person });
    const status = read?.transaction.status;
    if (status === "COMPLETED" || status === "FAILED") {
      completedAt.push(performance.now());
      return status;
    }
    await sleep(pollMs);
  }
  return "UNFINISHED";
}

async function buy(person) {
  const created = await create(person, "BUY_BITCOIN", "789");
  if (created === undefined) return "NOT CREATED";
  boughtSats.push(/"amount_sats":"(\d+) SATS"/.exec(JSON.stringify(created))?.[1]);
  return ended(person, created.transaction.id);
}

async function sell(person) {
  const created = await create(person, "SELL_BITCOIN", "700");
  if (created === undefined) return "NOT CREATED";
  await askSandbox(`${sandbox}/control/invoice-payments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ invoice: created.invoice }),
  });
  return ended(person, created.transaction.id);
}

/** What the provider and the node say happened, behind an entry. */
async function journal(kind, after) {
  const found = [];
  for (;;) {
    const from = found.at(-1)?.seq ?? after;
    const response = await askSandbox(`${sandbox}/journal?kind=${kind}&after=${from}`);
    const { entries } = await response.json();
    found.push(...entries);
    if (entries.length < journalPageEntries) return found;
  }
}

/** Money that moved twice, not at all, or for nobody, by the provider's and the node's own word. */
async function findMoneyFaults(after) {
  const kinds = ["payment-created", "money-received", "send-accepted", "send-settled"];
  const rare = ["refund-settled", "disbursement-settled"];
  const [created, received, accepted, settled, refunds, disbursements] = await Promise.all(
    [...kinds, ...rare].map((kind) => journal(kind, after)),
  );
  const satsOf = new Map(accepted.map(({ sendId, amountSats }) => [sendId, amountSats]));
  const sent = settled.map(({ sendId }) => satsOf.get(sendId));
  const keys = (entries) => new Set(entries.map(({ key }) => key)).size;
  const wanted = [
    ["collections were ordered", created.length, keys(created), boughtSats.length],
    ["collections were paid", received.length, keys(received), boughtSats.length],
    ["sends were settled", sent.length, boughtSats.length],
    ["refunds were made", refunds.length, 0],
    ["sales were paid out", disbursements.length, 1],
  ];
  const inOrder = (sats) => String(sats.map(Number).toSorted((one, other) => one - other));
  return [
    ...wanted
      .filter(([, ...counts]) => new Set(counts).size > 1)
      .map(([what, ...counts]) => `${what}: ${counts.join(", ")}`),
    ...(inOrder(sent) === inOrder(boughtSats) ? [] : ["other sats were sent than were bought"]),
  ];
}

if (connectionMs > 0) setInterval(renewConnections, connectionMs).unref();
const before = await Promise.all(
  ["payment-created", "send-settled", "disbursement-settled"].map((kind) => journal(kind, 0)),
);
const lastSeq = Math.max(0, ...before.map((entries) => entries.at(-1)?.seq ?? 0));
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
const pauses = completedAt.map((at, index) => at - (completedAt[index - 1] ?? at));
console.log(
  JSON.stringify({
    ...seen,
    money: await findMoneyFaults(lastSeq),
    longestPauseMs: Math.round(Math.max(0, ...pauses)),
    sale,
    seconds: Math.round(seconds),
    perSecond: Number((orders.length / seconds).toFixed(1)),
    endings: Object.fromEntries(
      Object.entries(endings).map(([ending, all]) => [ending, all.length]),
    ),
    createMs: { p50: quantile(0.5), p99: quantile(0.99), max: quantile(0.9999) },
  }),
);
