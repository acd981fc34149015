import { once } from "node:events";
import { connect } from "node:net";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sandboxLimits } from "../limits.ts";
import { call } from "../sandbox.fixture.ts";
import { createMailSink, type MailSink } from "./mail-sink.ts";
import { createMailStore } from "./mail-store.ts";

let sink: MailSink;

beforeAll(async () => {
  sink = await createMailSink();
});

beforeEach(() => sink.clear());

afterAll(() => sink.close());

async function send(to: string, subject: string, text: string): Promise<void> {
  const transport = createTransport(sink.smtpUrl);
  await transport.sendMail({ from: "sanu@sanu.example", to, subject, text });
  transport.close();
}

describe("the mail page", () => {
  it("shows nothing to a page of somebody else who let his name lead here", async () => {
    const { hostname, port } = new URL(sink.url);
    for (const [host, status] of [
      ["rebound.example", "421"],
      [`localhost:${port}`, "200"],
      [`sandbox:${port}`, "200"],
      [`127.0.0.1:${port}`, "200"],
    ] as const) {
      const socket = connect(Number(port), hostname);
      socket.write(`GET /mails HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      const [first] = await once(socket, "data");
      socket.destroy();
      expect(String(first)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });

  it("shows what arrived over SMTP, decoded, newest first", async () => {
    await send("awa@example.com", "Votre code à usage unique", "Code : 123456\nÀ bientôt, é€😀");
    await send("eve@example.com", "Second", "x");
    expect(sink.mails().map(({ subject }) => subject)).toEqual([
      "Second",
      "Votre code à usage unique",
    ]);
    const said = await call(`${sink.url}/mails?to=AWA@example.com`);
    expect(said.body).toMatchObject({
      mails: [{ to: ["awa@example.com"], from: "sanu@sanu.example" }],
    });
    expect(sink.mails("awa@example.com")[0]?.text).toContain("Code : 123456\nÀ bientôt, é€😀");
  });

  it("shows a mail as text, never as HTML", async () => {
    await send("awa@example.com", "<script>alert(1)</script>", "<img src=x>");
    const html = await (await fetch(sink.url)).text();
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("<img");
  });

  it("refuses a mail that is too large and takes the next one", async () => {
    const tooLarge = "x".repeat(sandboxLimits.mailBytesMax + 1);
    await expect(send("awa@example.com", "Large", tooLarge)).rejects.toThrow();
    await send("awa@example.com", "Small", "x");
    expect(sink.mails().map(({ subject }) => subject)).toEqual(["Small"]);
  });

  it("goes on after a client that died in the middle of a mail", async () => {
    const client = connect(sink.smtpPort, "127.0.0.1");
    const lines = ["EHLO dying", "MAIL FROM:<a@b.c>", "RCPT TO:<awa@example.com>", "DATA"];
    for (const line of [...lines, "half a mail"]) {
      await once(client, "data");
      client.write(`${line}\r\n`);
    }
    await new Promise((resolve) => client.once("close", resolve).resetAndDestroy());
    await send("awa@example.com", "The next one", "x");
    expect(sink.mails().map(({ subject }) => subject)).toEqual(["The next one"]);
  });

  it("keeps the last mails only", () => {
    const store = createMailStore();
    const mail = { receivedAt: "", from: "", to: ["a@b.c"], text: "" };
    for (let number = 1; number <= sandboxLimits.mailsMax + 5; number += 1) {
      store.add({ ...mail, subject: String(number) });
    }
    expect(store.list()).toHaveLength(sandboxLimits.mailsMax);
    expect(store.list()[0]?.subject).toBe(String(sandboxLimits.mailsMax + 5));
  });
});
