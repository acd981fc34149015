/**
 * The script of the payment page. All texts are in the page already, one section for each state; the script
 * listens to the events of the state and shows its section. It also polls: seldom while it listens, in case something
 * on the way holds the events back, and often where it cannot listen. A link that becomes known while somebody waits
 * is followed; an invoice that does is fetched with the page.
 */
export const pageScript = `"use strict";
const main = document.querySelector("main");
const pay = document.querySelector("a.pay");
const until = document.querySelector("time");
const copy = document.querySelector("button.copy");
const path = location.pathname.replace(/\\/$/, "");
const everyMs = 2000;
const everyMsWhileListening = 15000;
const afterTroubleMs = 5000;
const listenAgainAfterMs = 30000;
const isFinal = (state) => state === "completed" || state === "failed";
const isOpen = (state) => state === "preparing" || state === "payable";
// By the server's clock: the one of this device may be wrong.
const endsAt = main.dataset.endsInMs === undefined ? Infinity : Date.now() + Number(main.dataset.endsInMs);
const isUnpaid = (state) => isOpen(state) || state === "cancelling";
const now = (state) => isUnpaid(state) && Date.now() >= endsAt ? "ended" : state;
let events;
let brokenAt = 0;

if (until) {
  const moment = new Date(until.dateTime);
  until.textContent = moment.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  for (const part of document.querySelectorAll(".until")) part.hidden = !isOpen(main.dataset.state);
}

function stateOf({ state, is_going_back: isGoingBack, is_being_checked: isBeingChecked, is_being_cancelled: isBeingCancelled }) {
  if (state !== "processing") return now(isBeingCancelled && isOpen(state) ? "cancelling" : state);
  if (isGoingBack) return "returning";
  return isBeingChecked ? "checking" : state;
}

function show(said) {
  const state = stateOf(said);
  const providerUrl = said.provider_url;
  if (isFinal(state) && events) events.close();
  const before = main.dataset.state;
  if (before === state) return;
  main.dataset.state = state;
  for (const part of document.querySelectorAll("[data-when]")) part.hidden = !part.dataset.when.split(" ").includes(state);
  for (const part of document.querySelectorAll(".until")) part.hidden = !isOpen(state);
  const isUnpayable = state === "ended" || state === "cancelling";
  if (isUnpayable && pay) pay.href = "";
  if (providerUrl && !isUnpayable) pay.href = providerUrl;
  if (before !== "preparing" || state !== "payable") return;
  // Without a link it is an invoice, which stands in the page itself.
  if (providerUrl) location.assign(providerUrl); else location.reload();
}

function listen() {
  if (typeof EventSource === "undefined") return;
  events = new EventSource(path + "/events");
  events.addEventListener("progress", (event) => show(JSON.parse(event.data)));
  events.addEventListener("error", () => { brokenAt = Date.now(); });
}

const isListening = () => events !== undefined && events.readyState !== 2;

async function poll() {
  let waitMs = isListening() ? everyMsWhileListening : everyMs;
  try {
    if (!document.hidden) {
      const response = await fetch(path + "/status");
      if (response.status === 404) return location.reload();
      if (!response.ok) throw new Error(String(response.status));
      show(await response.json());
    }
  } catch {
    waitMs = afterTroubleMs;
  }
  if (isFinal(main.dataset.state)) return;
  if (events && !isListening() && Date.now() - brokenAt > listenAgainAfterMs) listen();
  setTimeout(poll, waitMs);
}

/** What no clipboard takes is marked, for the person to copy. */
function mark(code) {
  const range = document.createRange();
  range.selectNodeContents(code);
  const marked = getSelection();
  marked.removeAllRanges();
  marked.addRange(range);
}

async function copyInvoice() {
  const code = document.querySelector(".invoice code");
  const said = document.querySelector(".copied");
  let isCopied = false;
  try {
    await navigator.clipboard.writeText(code.textContent);
    isCopied = true;
  } catch {
    mark(code);
    isCopied = document.execCommand("copy");
  }
  said.textContent = isCopied ? copy.dataset.copied : copy.dataset.select;
}

if (copy) {
  copy.hidden = false;
  copy.addEventListener("click", copyInvoice);
}

if (!isFinal(main.dataset.state)) {
  listen();
  setTimeout(poll, everyMs);
  if (endsAt < Infinity) setTimeout(() => show({ state: main.dataset.state }), Math.max(endsAt - Date.now(), 0));
}
`;
