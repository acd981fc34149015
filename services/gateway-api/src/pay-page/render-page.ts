import { type Language, type PaymentPageView, wordsIn } from "@sanu/contracts";
import { type Instant, instant, msBetween, parseMoney } from "@sanu/kernel";
import { escapeHtml as html, htmlDocument } from "@sanu/platform";
import { invoiceQr, invoiceUri } from "./invoice-qr.ts";
import {
  offeredAt,
  type PageState,
  pageStateOf,
  pageStates,
  providerUrlOf,
} from "./payment-state.ts";

const reloadSeconds = 5;

/** `5000 XOF` as people of the language write it: `5 000 XOF` (with spaces that do not break), `5,000 XOF`. */
function readable(money: string, language: Language): string {
  const { amount, currency } = parseMoney(money);
  const separator = language === "fr" ? "\u202f" : ",";
  return `${`${amount}`.replaceAll(/\B(?=(?:\d{3})+$)/g, separator)}\u00a0${currency}`;
}

/** For who has no script, which says it in the time of the device. */
function timeInUtc(moment: string): string {
  return `${moment.slice(11, 16)} UTC`;
}

function shell(page: { language: Language; head: string; main: string }): string {
  const { language } = page;
  return htmlDocument({
    language,
    title: `${wordsIn(language).paymentPage.title} · Sanu`,
    head: `<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/pay.css">
${page.head}`,
    body: `<body>\n${page.main}\n</body>`,
  });
}

const reload = `<meta http-equiv="refresh" content="${reloadSeconds}">`;

/** Our own payment page: amount, state, masked receiver, and the way to the provider once it is known. */
export function renderPaymentPage(
  shown: PaymentPageView,
  language: Language,
  now: Instant,
): string {
  const page = offeredAt(shown, now);
  const texts = wordsIn(language).paymentPage;
  const isSale = page.type === "SELL_BITCOIN";
  const state = pageStateOf(page, now);
  const providerUrl = providerUrlOf(page) ?? "";
  const untilHidden = state === "preparing" || state === "payable" ? "" : " hidden";
  const sections = pageStates.map((each) => {
    const { title, text } = stateTexts(each, isSale, language);
    const hidden = each === state ? "" : " hidden";
    return `<section data-when="${each}"${hidden}><h1>${html(title)}</h1><p>${html(text)}</p></section>`;
  });
  return shell({
    language,
    head: `<noscript>${reload}</noscript>\n<script src="/assets/pay.js" defer></script>`,
    main: `<main data-state="${state}" data-ends-in-ms="${msBetween(now, instant(page.expires_at))}">
<header>SANU</header>
<div class="card">
<div aria-live="polite">
${sections.join("\n")}
</div>
${page.invoice === null ? "" : invoiceBlock(page.invoice, language)}<dl>
${isSale ? saleAmounts(page, state, language) : `<dt>${html(texts.amount)}</dt><dd class="amount">${html(readable(page.amount_xof, language))}</dd>`}
<dt>${html(texts.receiver)}</dt><dd>${html(page.receiver_masked)}</dd>
<dt>${html(texts.reference)}</dt><dd class="reference">${html(page.reference)}</dd>
<dt class="until"${untilHidden}>${html(texts.until)}</dt>
<dd class="until"${untilHidden}><time datetime="${html(page.expires_at)}">${html(timeInUtc(page.expires_at))}</time></dd>
</dl>
<p class="until afterwards"${untilHidden}>${html(isSale ? texts.sale.afterwards : texts.afterwards)}</p>
${isSale ? "" : `<a class="pay" data-when="payable" rel="noreferrer" href="${html(providerUrl)}"${state === "payable" ? "" : " hidden"}>${html(texts.pay)}</a>`}
</div>
</main>`,
  });
}

interface StateText {
  readonly title: string;
  readonly text: string;
}

/** A sale says some things its own way. */
function stateTexts(state: PageState, isSale: boolean, language: Language): StateText {
  const { states, sale } = wordsIn(language).paymentPage;
  const { preparing, payable, processing, checking, returning } = sale;
  const ofSale: Partial<Record<PageState, StateText>> = {
    preparing,
    payable,
    processing,
    checking,
    returning,
  };
  return (isSale ? ofSale[state] : undefined) ?? states[state];
}

/**
 * What a wallet reads: as a picture, as a link for the same device, and as text to copy. The script shows the button: without
 * it nothing would copy.
 */
function invoiceBlock(invoice: string, language: Language): string {
  const { open, scan, invoice: name, copy, copied, select } = wordsIn(language).paymentPage.sale;
  return `<div class="invoice" data-when="payable">
<figure role="img" aria-label="${html(scan)}">${invoiceQr(invoice)}</figure>
<a class="pay" rel="noreferrer" href="${html(invoiceUri(invoice))}">${html(open)}</a>
<div class="copying">
<code role="group" aria-label="${html(name)}">${html(invoice)}</code>
<button type="button" class="copy" data-copied="${html(copied)}" data-select="${html(select)}" hidden>${html(copy)}</button>
<p class="copied" role="status"></p>
</div>
</div>
`;
}

/** Only what is still to be sent or will come is said so: behind that what was, and of what ended without money the francs of its order. */
function saleAmounts(page: PaymentPageView, state: PageState, language: Language): string {
  const { amount, sale } = wordsIn(language).paymentPage;
  const large = ' class="amount"';
  const rows: readonly (readonly [string, string, string, readonly PageState[]])[] = [
    [sale.toPay, page.amount_sats, large, ["preparing", "payable"]],
    [sale.sent, page.amount_sats, large, ["processing", "checking", "returning", "completed"]],
    [sale.toReceive, page.amount_xof, "", ["preparing", "payable", "processing"]],
    [sale.received, page.amount_xof, "", ["completed"]],
    [amount, page.amount_xof, large, ["ended", "cancelling", "failed"]],
  ];
  return rows
    .map(([term, money, kind, states]) => {
      const when = `data-when="${states.join(" ")}"${states.includes(state) ? "" : " hidden"}`;
      const said = html(readable(money, language));
      return `<dt ${when}>${html(term)}</dt><dd${kind} ${when}>${said}</dd>`;
    })
    .join("\n");
}

/** A page that says one thing: the link has ended, or we are away (then it reloads itself). */
export function renderNotice(kind: "gone" | "away", language: Language): string {
  const { title, text } = wordsIn(language).paymentPage[kind];
  return shell({
    language,
    head: kind === "away" ? reload : "",
    main: `<main><header>SANU</header><div class="card"><h1>${html(title)}</h1><p>${html(text)}</p></div></main>`,
  });
}
