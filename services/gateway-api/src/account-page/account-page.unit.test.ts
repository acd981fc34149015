import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { accountPageScript } from "./account-page-script.ts";
import { renderAccountPage } from "./render-account-page.ts";

type Fields = Readonly<Record<string, string>>;

/** Just enough of a browser: the form that the script sends, and what it shows. */
function openPage(hash: string, fields: Fields, answer: () => Promise<[boolean, object]>) {
  const sent: { url: string; body: unknown }[] = [];
  let submit: (event: object) => Promise<void> = async () => undefined;
  const form = {
    dataset: { action: "/action", elsewhere: "elsewhere", away: "away" },
    hidden: false,
    addEventListener: (_name: string, listen: typeof submit) => {
      submit = listen;
    },
  };
  const [button, status] = [{ disabled: false }, { textContent: "" }];
  const found = new Map<string, unknown>(Object.entries({ form, button, "[role=status]": status }));
  const location = { hash, pathname: "/account/confirm" };
  runInContext(
    accountPageScript,
    createContext({
      location,
      history: { replaceState: () => void (location.hash = "") },
      document: {
        documentElement: { lang: "fr" },
        querySelector: (selector: string) => found.get(selector),
      },
      FormData: class {
        get = (name: string) => fields[name] ?? null;
      },
      fetch: async (url: string, { body }: { body: string }) => {
        sent.push({ url, body: JSON.parse(body) });
        const [ok, json] = await answer();
        return { ok, json: async () => json };
      },
    }),
  );
  return { sent, form, button, status, location, press: () => submit({ preventDefault() {} }) };
}

const done = async (): Promise<[boolean, object]> => [true, { message: "done" }];

describe("the page of a mail's link", () => {
  it("sends nothing before somebody presses its button", async () => {
    const page = openPage("#id.code", {}, done);
    expect(page.sent).toEqual([]);

    await page.press();

    expect(page.sent).toEqual([{ url: "/action", body: { user_id: "id", code: "code" } }]);
    expect([page.status.textContent, page.form.hidden, page.location.hash]).toEqual([
      "done",
      true,
      "",
    ]);
  });

  it("sends a new password with the code", async () => {
    const page = openPage("#id.code", { email: "awa@example.com", password: "motdepasse" }, done);
    await page.press();

    expect(page.sent[0]?.body).toEqual({
      email: "awa@example.com",
      token: "code",
      password: "motdepasse",
      password_confirmation: "motdepasse",
    });
  });

  it.each([
    [{ errors: { token: ["wrong"] } }, "elsewhere"],
    [{ errors: { code: ["wrong"] } }, "elsewhere"],
    [{ errors: { password: ["too common"] } }, "too common"],
    [{ message: "too often" }, "too often"],
  ])("says what is wrong, and may be tried again: %j", async (answer, text) => {
    const page = openPage("#id.code", {}, async () => [false, answer]);
    await page.press();

    expect(page.status.textContent).toBe(text);
    expect([page.form.hidden, page.button.disabled, page.location.hash]).toEqual([
      false,
      false,
      "#id.code",
    ]);
  });

  it("says that nobody answers", async () => {
    const page = openPage("#id.code", {}, () => Promise.reject(new Error("cut")));
    await page.press();

    expect([page.status.textContent, page.button.disabled]).toEqual(["away", false]);
  });

  it("says without its script why nothing happens, and puts no password into an address", () => {
    for (const page of ["confirm", "reset"] as const) {
      const text = renderAccountPage(page, "fr");
      expect(text).toMatch(/<noscript><p>Sans JavaScript[^<]*saisissez le code/);
      expect(text).toContain('<form method="post" data-action=');
    }
  });

  it.each(["fr", "en"] as const)("asks for a new password only to set one (%s)", (language) => {
    expect(renderAccountPage("reset", language)).toContain('name="password"');
    expect(renderAccountPage("confirm", language)).not.toContain("<input");
    expect(renderAccountPage("confirm", language)).toContain(`<html lang="${language}">`);
  });
});
