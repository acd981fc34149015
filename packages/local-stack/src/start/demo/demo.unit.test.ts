import { describe, expect, it } from "vitest";
import { approveUrlIn } from "./approve-url.ts";
import { findCode } from "./find-code.ts";
import type { Exchange } from "./http-exchange.ts";
import { findTextAt, textAt } from "./read-json.ts";
import { exchangeLine, exchangeText, shortBody } from "./show-exchange.ts";

describe("the code in a mail", () => {
  const mails = (text: string): string => JSON.stringify({ mails: [{ text }, { text: "999999" }] });

  it("is the six digits, and not a part of the user id that looks like them", () => {
    const text = "Id: 019abcde-123456-7123-a123456b-1234567\nCode :\n482913\n";

    expect(findCode(mails(text))).toBe("482913");
  });

  it("is not there before a mail is", () => {
    expect(findCode(`{"mails":[]}`)).toBeUndefined();
    expect(findCode(mails("Welcome"))).toBeUndefined();
  });
});

describe("the approval on a payment page", () => {
  it("is the form that leads to it", () => {
    const page = `<form method="post" action="/pay/t/decline"></form><form method="post" action="/pay/t/approve">`;

    expect(approveUrlIn(page, "http://rail.example/pay/t")).toBe(
      "http://rail.example/pay/t/approve",
    );
  });

  it("is missed aloud on a page without one", () => {
    expect(() => approveUrlIn("<p>Paid</p>", "http://rail.example/pay/t")).toThrow(
      "no form to approve with",
    );
  });
});

describe("a value in a response", () => {
  it("is found by its path, also in lists", () => {
    expect(textAt(`{"a":{"b":["x","y"]}}`, "a", "b", "1")).toBe("y");
    expect(findTextAt(`{"a":1}`, "a")).toBeUndefined();
  });

  it("is missed with the response shown", () => {
    expect(() => textAt(`{"a":null}`, "a", "b")).toThrow(`no text at a.b in {"a":null}`);
    expect(() => textAt("<html>", "a")).toThrow("This is not JSON: <html>");
  });
});

describe("a shown exchange", () => {
  const token = "t".repeat(80);
  const exchange: Exchange = {
    request: { method: "POST", url: "https://localhost/x", headers: {}, body: `{"a":1}` },
    response: { status: 201, headers: {}, body: JSON.stringify({ token, list: [1, 2, 3] }) },
    tookMs: 7,
  };

  it("is shortened for a person", () => {
    expect(exchangeText("1. Try", exchange)).toBe(
      `\n1. Try\n   → POST https://localhost/x\n     {"a":1}\n   ← 201 (7 ms)\n` +
        `     {"token":"${"t".repeat(56)}…","list":[1,"… 2 more"]}\n`,
    );
  });

  it("is whole for a program", () => {
    expect(JSON.parse(exchangeLine("Try", exchange))).toEqual({ step: "Try", ...exchange });
  });

  it("shows a page by its words", () => {
    expect(shortBody("<html><style>p{}</style><p>Pay <b>5 000</b></p></html>")).toBe("Pay 5 000");
  });
});
