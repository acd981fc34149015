import { FindProgress, GetPaymentPage } from "@sanu/contracts";
import { plusMs, systemClock } from "@sanu/kernel";
import { refuse } from "@sanu/platform";
import { collectEvents, eventually } from "@sanu/testing";
import { decodeQR } from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { page, progressOf } from "../replies.fixture.ts";

const token = "0123456789abcdefABCD_-";
const test = useGateway();

/** Reads a QR code as a camera does: from its dots, one by one. */
function readQr(svg: string): string {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const scale = 4;
  const data = new Uint8Array(side * side * scale * scale * 4).fill(255);
  const black = (column: number, row: number) => {
    for (let y = row * scale; y < (row + 1) * scale; y += 1) {
      for (let x = column * scale; x < (column + 1) * scale; x += 1) {
        data.fill(0, (y * side * scale + x) * 4, (y * side * scale + x) * 4 + 3);
      }
    }
  };
  let [column, row] = [0, 0];
  for (const [, move, x, y] of svg.matchAll(/([Mm])(-?\d+) (-?\d+)h1/g)) {
    const [fromColumn, fromRow] = move === "m" ? [column, row] : [0, 0];
    [column, row] = [fromColumn + Number(x), fromRow + Number(y)];
    black(column, row);
  }
  return decodeQR({ width: side * scale, height: side * scale, data });
}

const open = (path = "", headers: Record<string, string> = {}) =>
  test.api.call("GET", `/pay/${token}${path}`, { headers });

describe("the payment page", () => {
  it("shows amount, state, reference and the masked receiver, in French and in English", async () => {
    const french = await open();
    const english = await open("", { "accept-language": "en" });

    expect(french.status).toBe(200);
    expect(french.headers["content-type"]).toBe("text/html; charset=utf-8");
    for (const text of ["5\u202f000\u00a0XOF", "o***@sandbox.sanu", page.reference, 'lang="fr"']) {
      expect(french.text).toContain(text);
    }
    expect(french.text).toContain('<section data-when="preparing"><h1>Préparation du paiement');
    expect(english.text).toContain('<section data-when="preparing"><h1>Preparing the payment');
    expect(test.requests[0]?.data).toEqual({ token });
  });

  it("says until when to pay also where no script says it in the time of the device, and no more once it is paid", async () => {
    const until = '<time datetime="2099-11-21T07:15:00.000000Z">07:15 UTC</time>';
    expect((await open()).text).toContain(`<dd class="until">${until}</dd>`);
    test.reply(GetPaymentPage, () => ({ page: { ...page, status: "PROCESSING" as const } }));
    expect((await open()).text).toContain(`<dd class="until" hidden>${until}</dd>`);
  });

  it("lets nothing of itself leave: no referrer, no frame, no script or style from elsewhere", async () => {
    const { headers, text } = await open();

    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(text).not.toMatch(/<script>|<style>|style=|onclick=/);
    for (const asset of ["/assets/pay.css", "/assets/pay.js"]) {
      expect(text).toContain(`"${asset}"`);
      expect((await test.api.call("GET", asset)).status).toBe(200);
    }
  });

  it("leads to the provider's page once that is known", async () => {
    const providerUrl = 'https://pay.example/?a=1&b="2"';
    test.reply(GetPaymentPage, () => ({ page: { ...page, provider_url: providerUrl } }));

    const { text } = await open();
    const status = await open("/status");

    expect(text).toContain('href="https://pay.example/?a=1&amp;b=&quot;2&quot;"');
    expect(text).toMatch(/<a class="pay" [^>]*(?<! hidden)>Payer maintenant/);
    expect(status.json()).toEqual({
      success: true,
      status: "PENDING",
      state: "payable",
      provider_url: providerUrl,
      is_going_back: false,
      is_being_checked: false,
      is_being_cancelled: false,
    });
  });

  it("asks nobody to pay for an order that is being cancelled, nor leads her there when a link comes", async () => {
    const providerUrl = "https://pay.example/1";
    const wanted = { ...page, is_being_cancelled: true, provider_url: providerUrl } as const;
    test.reply(GetPaymentPage, () => ({ page: wanted }));
    const french = (await open()).text;
    expect(french).toContain('<main data-state="cancelling"');
    expect(french).toContain('<section data-when="cancelling"><h1>Annulation demandée');
    expect(french).not.toContain(providerUrl);
    expect((await open("/status")).json()).toMatchObject({
      status: "PENDING",
      state: "preparing",
      provider_url: null,
      is_being_cancelled: true,
    });
    const invoice = `lnbc170070n1${"p".repeat(300)}`;
    test.reply(GetPaymentPage, () => ({
      page: { ...wanted, type: "SELL_BITCOIN" as const, invoice },
    }));
    const sold = (await open("", { "accept-language": "en" })).text;
    expect(sold).toContain('<section data-when="cancelling"><h1>Cancellation requested');
    expect(sold).not.toContain(invoice);
    test.reply(FindProgress, () => ({
      progress: { ...progressOf("PENDING", 3), isBeingCancelled: true, providerUrl },
    }));
    const stream = await collectEvents(`${test.gateway.url()}/pay/${token}/events`);
    await eventually("the state was told", () => stream.events.length > 0);
    expect(stream.events[0]?.data).toMatchObject({
      state: "preparing",
      provider_url: null,
      is_being_cancelled: true,
    });
    await stream.leave();
  });

  it("does not say that all is done for somebody whose money goes back: a seller may have to give an invoice", async () => {
    const back = { ...page, status: "PROCESSING", is_going_back: true } as const;
    test.reply(GetPaymentPage, () => ({ page: back }));
    const bought = (await open()).text;
    expect(bought).toContain('<section data-when="returning"><h1>Votre argent vous est rendu');
    expect((await open("/status")).json()).toMatchObject({
      state: "processing",
      is_going_back: true,
    });
    test.reply(GetPaymentPage, () => ({ page: { ...back, type: "SELL_BITCOIN" as const } }));
    expect((await open()).text).toContain("nous vous demandons une facture par e-mail");
    test.reply(FindProgress, () => ({
      progress: { ...progressOf("PROCESSING", 3), isGoingBack: true },
    }));
    const stream = await collectEvents(`${test.gateway.url()}/pay/${token}/events`);
    await eventually("the state was told", () => stream.events.length > 0);
    expect(stream.events[0]?.data).toMatchObject({ state: "processing", is_going_back: true });
    await stream.leave();
  });

  it("offers nothing to pay to somebody whose order is over although its end is ahead: her late money goes back", async () => {
    const providerUrl = "https://pay.example/1";
    const back = { ...page, is_going_back: true, provider_url: providerUrl } as const;
    for (const expires_at of [page.expires_at, "2026-11-21T07:15:00.000000Z"] as const) {
      test.reply(GetPaymentPage, () => ({ page: { ...back, expires_at } }));
      const bought = (await open()).text;
      expect(bought).toContain('<main data-state="returning"');
      expect(bought).not.toContain(providerUrl);
      expect((await open("/status")).json()).toMatchObject({
        status: "PENDING",
        state: "processing",
        provider_url: null,
        is_going_back: true,
      });
    }
    const invoice = `lnbc170070n1${"p".repeat(300)}`;
    const sale = { ...back, type: "SELL_BITCOIN", invoice } as const;
    test.reply(GetPaymentPage, () => ({ page: sale }));
    expect((await open()).text).not.toContain(invoice);
    test.reply(FindProgress, () => ({
      progress: { ...progressOf("PENDING", 3), isGoingBack: true, providerUrl, hasInvoice: true },
    }));
    const stream = await collectEvents(`${test.gateway.url()}/pay/${token}/events`);
    await eventually("the state was told", () => stream.events.length > 0);
    expect(stream.events[0]?.data).toMatchObject({
      state: "processing",
      provider_url: null,
      is_going_back: true,
    });
    await stream.leave();
  });

  it("promises nothing while the staff has to look: it is sent then, or goes back", async () => {
    const checked = { ...page, status: "PROCESSING", is_being_checked: true } as const;
    test.reply(GetPaymentPage, () => ({ page: checked }));
    const bought = (await open()).text;
    expect(bought).toContain('<section data-when="checking"><h1>Paiement reçu, en vérification');
    expect((await open("/status")).json()).toMatchObject({
      state: "processing",
      is_being_checked: true,
    });
    test.reply(GetPaymentPage, () => ({ page: { ...checked, type: "SELL_BITCOIN" as const } }));
    const sold = (await open("", { "accept-language": "en" })).text;
    expect(sold).toContain('<section data-when="checking"><h1>Bitcoin received, being checked');
    expect(rowsIn((await open()).text)).toEqual(["Envoyé: 8 169 SATS"]);
    test.reply(FindProgress, () => ({
      progress: { ...progressOf("PROCESSING", 3), isBeingChecked: true },
    }));
    const stream = await collectEvents(`${test.gateway.url()}/pay/${token}/events`);
    await eventually("the state was told", () => stream.events.length > 0);
    expect(stream.events[0]?.data).toMatchObject({ state: "processing", is_being_checked: true });
    await stream.leave();
  });

  /** What the page shows beside its state, by what it calls it. */
  const rowsIn = (text: string) =>
    [...text.matchAll(/<dt(?<term>[^>]*)>([^<]*)<\/dt><dd(?<said>[^>]*)>([^<]*)<\/dd>/g)]
      .filter(({ groups }) => !groups?.["term"]?.includes("hidden"))
      .map(([, , term = "", , said = ""]) => `${term}: ${said.replaceAll(/\s/g, " ")}`)
      .filter((row) => /SATS|XOF/.test(row));

  it.each([
    ["PENDING", false, ["À envoyer: 17 007 SATS", "Vous recevez: 5 000 XOF"]],
    ["PROCESSING", false, ["Envoyé: 17 007 SATS", "Vous recevez: 5 000 XOF"]],
    ["PROCESSING", true, ["Envoyé: 17 007 SATS"]],
    ["COMPLETED", false, ["Envoyé: 17 007 SATS", "Reçu: 5 000 XOF"]],
    ["FAILED", false, ["Montant: 5 000 XOF"]],
  ] as const)(
    "says of a sale that is %s, going back: %s, what is to be sent, was sent and will come, and nothing that is owed no more",
    async (status, is_going_back, rows) => {
      const sale = { ...page, type: "SELL_BITCOIN", amount_sats: "17007 SATS" } as const;
      test.reply(GetPaymentPage, () => ({ page: { ...sale, status, is_going_back } }));
      expect(rowsIn((await open()).text)).toEqual(rows);
    },
  );

  it("is the page also behind a slash, which a person may have written or a mail program added; its state is not", async () => {
    const { status, text, headers } = await open("/");
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain(`<dd class="reference">${page.reference}</dd>`);
    expect((await test.api.call("GET", "/pay/short/")).headers["content-type"]).toContain("html");
    expect((await open("/status/")).json()).toMatchObject({ status: 404 });
    const posted = await test.api.call("POST", `/pay/${token}/`);
    expect([posted.status, posted.headers["allow"]]).toEqual([405, "GET, HEAD"]);
  });

  it("offers neither link nor invoice behind the end of its order", async () => {
    const over = { ...page, expires_at: "2026-11-21T07:15:00.000000Z" } as const;
    const providerUrl = "https://pay.example/1";
    test.reply(GetPaymentPage, () => ({ page: { ...over, provider_url: providerUrl } }));
    const { text } = await open();
    expect(text).toContain('<main data-state="ended"');
    expect(text).toContain('<section data-when="ended"><h1>Délai dépassé');
    expect(text).not.toContain(providerUrl);
    expect((await open("/status")).json()).toMatchObject({ status: "PENDING", provider_url: null });

    const invoice = `lnbc170070n1${"p".repeat(300)}`;
    const sale = { ...over, type: "SELL_BITCOIN", amount_sats: "17007 SATS", invoice } as const;
    test.reply(GetPaymentPage, () => ({ page: sale }));
    expect((await open()).text).not.toContain(invoice);
  });

  it.each([
    ["behind", 900_000, "ended", null],
    ["ahead", -900_000, "payable", "https://pay.example/1"],
  ] as const)(
    "ends by identity's moment on a machine that is a quarter of an hour %s",
    async (_where, offMs, state, offered) => {
      const machine = systemClock.now();
      const endsAt = plusMs(machine, offMs / 2);
      const providerUrl = "https://pay.example/1";
      test.reply(GetPaymentPage, () => ({
        page: { ...page, expires_at: endsAt, provider_url: providerUrl },
      }));
      test.reply(FindProgress, () => ({
        progress: { ...progressOf("PENDING", 1), expiresAt: endsAt, providerUrl },
      }));
      test.publishMoment(plusMs(machine, offMs));
      await eventually("identity was heard", async () =>
        (await open()).text.includes(`<main data-state="${state}"`),
      );
      expect((await open()).text.includes(providerUrl)).toBe(offered !== null);
      expect((await open("/status")).json()).toMatchObject({ provider_url: offered });
      const stream = await collectEvents(`${test.gateway.url()}/pay/${token}/events`);
      await eventually("the state was told", () => stream.events.length > 0);
      expect(stream.events[0]?.data).toMatchObject({ provider_url: offered });
      await stream.leave();
      test.publishMoment(machine);
    },
  );

  it.each(["javascript:alert(1)", "data:text/html,x", "nonsense"])(
    "does not lead to %s",
    async (providerUrl) => {
      test.reply(GetPaymentPage, () => ({ page: { ...page, provider_url: providerUrl } }));

      expect((await open()).text).not.toContain(providerUrl);
      expect((await open("/status")).json()).toMatchObject({
        state: "preparing",
        provider_url: null,
      });
    },
  );

  it.each([
    ["PROCESSING", "processing"],
    ["COMPLETED", "completed"],
    ["FAILED", "failed"],
  ] as const)(
    "of a transaction that is %s says %s and offers nothing to pay",
    async (status, state) => {
      const providerUrl = "https://pay.example/1";
      test.reply(GetPaymentPage, () => ({ page: { ...page, status, provider_url: providerUrl } }));

      const { text } = await open();

      expect(text).toContain(`<main data-state="${state}"`);
      expect(text).toContain(`<section data-when="${state}"><h1>`);
      expect(text).not.toContain(providerUrl);
      expect((await open("/status")).json()).toMatchObject({ state, provider_url: null });
    },
  );

  it("of a sale shows the invoice as text, as a link and as a QR code that reads as the invoice", async () => {
    const invoice = `lnbc170070n1${"p".repeat(300)}`;
    const sale = { ...page, type: "SELL_BITCOIN", amount_sats: "17007 SATS", invoice } as const;
    test.reply(GetPaymentPage, () => ({ page: sale }));

    const { text, headers } = await open("", { "accept-language": "en" });
    const [drawn] = /<svg[^>]*>.*?<\/svg>/.exec(text) ?? [];

    expect(text).toMatch(new RegExp(`<code [^>]*>${invoice}</code>`));
    expect(text).toContain(`href="lightning:${invoice}"`);
    expect(readQr(drawn ?? "")).toBe(`LIGHTNING:${invoice.toUpperCase()}`);
    expect(text).toContain("17,007\u00a0SATS");
    expect(text).not.toMatch(/<script>|<style>|style=|onclick=/);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect((await open("/status")).json()).toMatchObject({ state: "payable", provider_url: null });
  });

  it("of a sale whose invoice is not made yet, or that ended, shows none", async () => {
    const sale = { ...page, type: "SELL_BITCOIN", invoice: null } as const;
    test.reply(GetPaymentPage, () => ({ page: sale }));
    const early = await open();
    expect(early.text).not.toContain("<svg");
    expect(early.text).toContain('<main data-state="preparing"');
    test.reply(GetPaymentPage, () => ({ page: { ...sale, status: "COMPLETED" as const } }));
    expect((await open()).text).not.toContain("<svg");
  });

  it("takes no mark-up from what it shows", async () => {
    const receiver = `<img src=x onerror="alert('1')">`;
    test.reply(GetPaymentPage, () => ({ page: { ...page, receiver_masked: receiver } }));

    const { text } = await open();

    expect(text).not.toContain("<img");
    expect(text).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;");
  });

  it("of an unknown or ended token is a page that says so, and a problem for the script", async () => {
    test.reply(GetPaymentPage, () => refuse("not-found"));

    const gone = await open();
    const status = await open("/status");
    const misshapen = await test.api.call("GET", "/pay/short");

    expect(gone.status).toBe(404);
    expect(gone.text).toContain("Ce lien de paiement n&#39;existe pas ou a pris fin.");
    expect([status.status, status.json()["code"]]).toEqual([404, "not-found"]);
    expect([misshapen.status, misshapen.text]).toEqual([404, gone.text]);
  });

  it("comes back by itself when transactions cannot be asked", async () => {
    test.fail(GetPaymentPage);

    const away = await open();

    expect(away.status).toBe(503);
    expect(away.text).toContain('http-equiv="refresh"');
  });
});
