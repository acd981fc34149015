import { type Language, wordsIn } from "@sanu/contracts";
import { escapeHtml, readLanguage } from "@sanu/platform";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Payment, statusOf } from "../gateway/payment.ts";
import { TokenParams } from "../http/bodies.ts";
import type { SandboxParts } from "../parts.ts";
import { page, pageHeaders } from "./html.ts";

/** The hosted payment page, `/pay/<token>`, on which the payer approves or declines. */
export function addPaymentPage(app: FastifyInstance, { payments, gateway }: SandboxParts): void {
  const findPayment = (request: FastifyRequest) =>
    payments.findByToken(TokenParams.parse(request.params).token);

  app.get("/pay/:token", (request, reply) => show(request, reply, findPayment(request)));

  app.post("/pay/:token/approve", (request, reply) => {
    const payment = findPayment(request);
    if (payment !== undefined && statusOf(payment) === "pending") gateway.receive(payment);
    return show(request, reply, findPayment(request));
  });

  app.post("/pay/:token/decline", (request, reply) => {
    const payment = findPayment(request);
    if (payment !== undefined) gateway.fail(payment, "declined");
    return show(request, reply, findPayment(request));
  });
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment | undefined,
): FastifyReply {
  const language = readLanguage(request.headers["accept-language"]);
  const words = wordsIn(language).sandboxPage;
  const main =
    payment === undefined
      ? `<h1>${escapeHtml(words.unknown)}</h1>`
      : paymentMain(payment, language);
  return reply
    .code(payment === undefined ? 404 : 200)
    .headers({ ...pageHeaders, "content-language": language })
    .send(page(language, words.title, main));
}

function paymentMain(payment: Payment, language: Language): string {
  const words = wordsIn(language).sandboxPage;
  const status = statusOf(payment);
  const amount = new Intl.NumberFormat(language).format(payment.amountXof);
  const rows = [
    [words.number, payment.payerNumber],
    [words.channel, payment.channel],
    [words.purpose, payment.description],
  ].map(([name = "", value = ""]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<header>${escapeHtml(words.notice)}</header>
<h1 role="status" data-status="${status}">${escapeHtml(words.status[status])}</h1>
<p class="amount">${escapeHtml(amount)} XOF</p>
<dl>${rows.join("")}</dl>
${status === "pending" ? buttons(payment, language) : backLink(payment, language)}`;
}

function buttons({ token }: Payment, language: Language): string {
  const { approve, decline } = wordsIn(language).sandboxPage;
  const action = `/pay/${escapeHtml(token)}`;
  return `<form method="post" action="${action}/approve"><button class="main">${escapeHtml(approve)}</button></form>
<form method="post" action="${action}/decline"><button>${escapeHtml(decline)}</button></form>`;
}

function backLink({ returnUrl }: Payment, language: Language): string {
  if (returnUrl === null) return "";
  return `<p><a href="${escapeHtml(returnUrl)}">${escapeHtml(wordsIn(language).sandboxPage.back)}</a></p>`;
}
