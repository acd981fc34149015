/** The style of the payment page: one column, readable on a small phone, light and dark. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1d1b16; --paper: #fbf8f1; --card: #fff; --gold: #96600f; --soft: #6b6558; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f4efe3; --paper: #16140f; --card: #211e17; --gold: #e0a83c; --soft: #a89f8c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem; }
header { color: var(--gold); font-weight: 700; letter-spacing: .08em; margin-bottom: 1rem; }
.card { background: var(--card); border-radius: 1rem; padding: 1.25rem; box-shadow: 0 1px 4px #0002; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
p { margin: 0; color: var(--soft); }
dl { margin: 1.25rem 0 0; display: grid; grid-template-columns: auto 1fr; gap: .4rem 1rem; align-items: baseline; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.amount { font-size: 1.25rem; font-weight: 700; }
.reference { font-size: .75rem; }
a.pay { display: block; margin-top: 1.25rem; padding: .9rem; border-radius: .75rem; background: var(--gold);
  color: var(--paper); text-align: center; text-decoration: none; font-weight: 700; }
.invoice figure { margin: 1.25rem auto 0; max-width: 17rem; padding: .5rem; border-radius: .5rem; background: #fff; color: #000; }
.invoice svg { display: block; width: 100%; height: auto; fill: #000; }
.invoice code { display: block; margin-top: .75rem; font-size: .75rem; overflow-wrap: anywhere; user-select: all; }
[hidden] { display: none !important; }
`;

/**
 * The script of the payment page. All texts are in the page already, one section for each state; the script
 * hears the state as it changes and shows its section. It also asks for it: seldom while it hears, in case something
 * on the way holds the events back, and often where it cannot hear. A link that becomes known while somebody waits
 * is followed; an invoice that does is fetched with the page.
 */
export const pageScript = `"use strict";
const main = document.querySelector("main");
const pay = document.querySelector("a.pay");
const until = document.querySelector("time");
const path = location.pathname.replace(/\\/$/, "");
const everyMs = 2000;
const everyMsWhileHearing = 15000;
const afterTroubleMs = 5000;
const hearAgainAfterMs = 30000;
const isFinal = (state) => state === "completed" || state === "failed";
const isOpen = (state) => state === "preparing" || state === "payable";
let events;
let heardUntil = 0;

if (until) {
  const moment = new Date(until.dateTime);
  until.textContent = moment.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  for (const part of document.querySelectorAll(".until")) part.hidden = !isOpen(main.dataset.state);
}

function show({ state, provider_url: providerUrl }) {
  if (isFinal(state) && events) events.close();
  const before = main.dataset.state;
  if (before === state) return;
  main.dataset.state = state;
  for (const part of document.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
  for (const part of document.querySelectorAll(".until")) part.hidden = !isOpen(state);
  if (providerUrl) pay.href = providerUrl;
  if (before !== "preparing" || state !== "payable") return;
  // Without a link it is an invoice, which stands in the page itself.
  if (providerUrl) location.assign(providerUrl); else location.reload();
}

function hear() {
  if (typeof EventSource === "undefined") return;
  events = new EventSource(path + "/events");
  events.addEventListener("progress", (event) => show(JSON.parse(event.data)));
  events.addEventListener("error", () => { heardUntil = Date.now(); });
}

const isHearing = () => events !== undefined && events.readyState !== 2;

async function ask() {
  let waitMs = isHearing() ? everyMsWhileHearing : everyMs;
  try {
    if (!document.hidden) {
      const answer = await fetch(path + "/status");
      if (answer.status === 404) return location.reload();
      if (!answer.ok) throw new Error(String(answer.status));
      show(await answer.json());
    }
  } catch {
    waitMs = afterTroubleMs;
  }
  if (isFinal(main.dataset.state)) return;
  if (events && !isHearing() && Date.now() - heardUntil > hearAgainAfterMs) hear();
  setTimeout(ask, waitMs);
}

if (!isFinal(main.dataset.state)) {
  hear();
  setTimeout(ask, everyMs);
}
`;
