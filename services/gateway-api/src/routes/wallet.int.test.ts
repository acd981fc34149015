import { GetWallet, SaveNumbers, SaveReceivers, walletLimits } from "@sanu/contracts";
import { refuse } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { signedReplies } from "../replies.fixture.ts";

const { signer, replies } = signedReplies();
const token = signer.token({ sub: user.id });
const test = useGateway({ signer });

const put = (path: string, body: unknown, language = "en") =>
  test.api.call("PUT", `/api/v1/wallet/${path}`, {
    token,
    body,
    headers: { "accept-language": language },
  });
const errorsOf = async (path: string, body: unknown, language?: string) => {
  const response = await put(path, body, language);
  expect(response.status).toBe(422);
  return response.json<{ errors: Record<string, string[]> }>().errors;
};

describe("the wallet", () => {
  it("is the totals and what was saved", async () => {
    const response = await test.api.call("GET", "/api/v1/wallet", { token });

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({ success: true, data: replies["get-wallet"].wallet });
    expect(test.requests).toMatchObject([{ name: GetWallet.name, data: { accountId: user.id } }]);
  });

  it("is saved as a whole list of receivers, of which labels and defaults may be missing", async () => {
    const response = await put("receivers", {
      receivers: [
        { receiver_address: "ok@sandbox.sanu", label: " Mine ", is_default: true },
        { receiver_address: "other@sandbox.sanu", label: "" },
      ],
    });

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({ success: true, data: replies["save-receivers"] });
    expect(test.requests.map(({ name, data }) => [name, data])).toEqual([
      [
        SaveReceivers.name,
        {
          accountId: user.id,
          receivers: [
            { receiver: "ok@sandbox.sanu", label: "Mine", isDefault: true },
            { receiver: "other@sandbox.sanu", label: null, isDefault: false },
          ],
        },
      ],
    ]);
  });

  it("is saved as a whole list of numbers, and an empty list saves none", async () => {
    const response = await put("numbers", { numbers: [{ number: "61 00 07 89", label: null }] });
    await put("numbers", { numbers: [] });

    expect(response.json()).toEqual({ success: true, data: replies["save-numbers"] });
    expect(test.requests.map(({ data }) => data)).toEqual([
      {
        accountId: user.id,
        country: "BJ",
        numbers: [{ number: "61 00 07 89", label: null, isDefault: false }],
      },
      { accountId: user.id, country: "BJ", numbers: [] },
    ]);
  });

  it("names every broken field with its place in the list", async () => {
    const receivers = [
      { receiver_address: "ok@sandbox.sanu", label: "a".repeat(walletLimits.labelLettersMax + 1) },
      { label: "two\nlines" },
      { receiver_address: "", is_default: "yes" },
      7,
    ];

    expect(await errorsOf("receivers", { receivers })).toEqual({
      "receivers.0.label": ["The field receivers.0.label must not be longer than 60 characters."],
      "receivers.1.label": ["The field receivers.1.label is invalid."],
      "receivers.1.receiver_address": ["The field receivers.1.receiver_address is required."],
      "receivers.2.receiver_address": ["The field receivers.2.receiver_address is required."],
      "receivers.2.is_default": ["The field receivers.2.is_default must be true or false."],
      "receivers.3": ["The field receivers.3 must be a JSON object."],
    });
    const numbers = [{ number: 22_961 }, { number: "1".repeat(33) }];
    expect(await errorsOf("numbers", { numbers })).toEqual({
      "numbers.0.number": ["The field numbers.0.number must be a string."],
      "numbers.1.number": ["The field numbers.1.number must not be longer than 32 characters."],
    });
    expect(test.requests).toEqual([]);
  });

  it("takes no longer list than the limit", async () => {
    const receivers = Array.from({ length: walletLimits.entriesMax + 1 }, (_none, place) => ({
      receiver_address: `r${place}@sandbox.sanu`,
    }));

    expect(await errorsOf("receivers", { receivers }, "fr")).toEqual({
      receivers: ["Le champ receivers ne peut pas contenir plus de 20 éléments."],
    });
    expect((await put("receivers", { receivers: receivers.slice(1) })).status).toBe(200);
  });

  it("tells in the client's language what transactions found broken", async () => {
    test.reply(SaveReceivers, () =>
      refuse("validation-failed", undefined, {
        "receivers.1.receiver_address": ["single-use"],
        "receivers.2.is_default": ["second-default"],
      }),
    );
    const body = { receivers: [{ receiver_address: "ok@sandbox.sanu" }] };

    expect(await errorsOf("receivers", body)).toEqual({
      "receivers.1.receiver_address": [
        "The field receivers.1.receiver_address is an invoice or demands an amount, so it can be used only once: give an address alone.",
      ],
      "receivers.2.is_default": [
        "The field receivers.2.is_default names a second default; there can be only one.",
      ],
    });
    expect(Object.values(await errorsOf("receivers", body, "fr")).flat()).toEqual([
      "Le champ receivers.1.receiver_address désigne une facture ou exige un montant, et ne sert donc qu'une fois\u00a0: donnez une adresse seule.",
      "Le champ receivers.2.is_default désigne une deuxième valeur par défaut\u00a0; il n'en faut qu'une.",
    ]);
  });

  it("of a closed account takes nothing", async () => {
    test.reply(SaveNumbers, () => refuse("account-deactivated"));
    const response = await put("numbers", { numbers: [] });

    expect(response.status).toBe(403);
    expect(response.json()).toMatchObject({ code: "account-deactivated" });
  });

  it("can be asked for again when transactions are away", async () => {
    test.fail(GetWallet);
    const response = await test.api.call("GET", "/api/v1/wallet", { token });

    expect(response.status).toBe(503);
    expect(response.headers["retry-after"]).toBe("1");
  });
});
