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
dl { margin: 1.25rem 0 0; display: grid; grid-template-columns: auto 1fr; gap: .4rem 1rem; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.amount { font-size: 1.25rem; font-weight: 700; }
.reference { font-size: .9rem; }
a.pay { display: block; margin-top: 1.25rem; padding: .9rem; border-radius: .75rem; background: var(--gold);
  color: var(--paper); text-align: center; text-decoration: none; font-weight: 700; }
[hidden] { display: none !important; }
`;

/**
 * The script of the payment page. All texts are in the page already, one section for each state; the script
 * asks for the state and shows its section. A link that becomes known while somebody waits is followed.
 */
export const pageScript = `"use strict";
const main = document.querySelector("main");
const pay = document.querySelector("a.pay");
const until = document.querySelector("time");
const everyMs = 2000;
const afterTroubleMs = 5000;
const isFinal = (state) => state === "completed" || state === "failed";

if (until) {
  const moment = new Date(until.dateTime);
  until.textContent = moment.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  for (const part of document.querySelectorAll(".until")) part.hidden = isFinal(main.dataset.state);
}

function show(state, providerUrl) {
  const before = main.dataset.state;
  if (before === state) return;
  main.dataset.state = state;
  for (const part of document.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
  for (const part of document.querySelectorAll(".until")) part.hidden = isFinal(state);
  if (providerUrl) pay.href = providerUrl;
  if (before === "preparing" && state === "payable") location.assign(providerUrl);
}

async function follow() {
  let waitMs = everyMs;
  try {
    if (!document.hidden) {
      const answer = await fetch(location.pathname.replace(/\\/$/, "") + "/status");
      if (answer.status === 404) return location.reload();
      if (!answer.ok) throw new Error(String(answer.status));
      const { state, provider_url: providerUrl } = await answer.json();
      show(state, providerUrl);
    }
  } catch {
    waitMs = afterTroubleMs;
  }
  if (!isFinal(main.dataset.state)) setTimeout(follow, waitMs);
}

if (!isFinal(main.dataset.state)) setTimeout(follow, everyMs);
`;
