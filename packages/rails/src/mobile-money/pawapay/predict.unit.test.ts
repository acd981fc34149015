import { describe, expect, it } from "vitest";
import { emptyResponses, response } from "../../http/samples.ts";
import { readPrediction } from "./predict.ts";
import { channelsOf, phoneNumberFor, servedChannel } from "./providers.ts";

const table = { phoneNumber: "2290196000001", provider: "MTN_MOMO_BEN", country: "BEN" };
const said = { country: "BEN", provider: "MOOV_BEN", phoneNumber: "2290196000001" };
const { phoneNumber } = table;

describe("the operator of a number", () => {
  it("is the one that the provider predicts: numbers are ported", () => {
    expect(readPrediction(response(200, said), table)).toEqual({
      phoneNumber,
      provider: "MOOV_BEN",
    });
  });

  it.each([
    ...emptyResponses,
    ["another country", response(200, { ...said, country: "CIV", provider: "MTN_MOMO_CIV" })],
    ["another number", response(200, { ...said, phoneNumber: "2290196000002" })],
    ["an operator that is not ours", response(200, { ...said, provider: "CELTIIS_BEN" })],
  ] as const)("is the table's after %s", (_what, given) => {
    expect(readPrediction(given, table)).toEqual({ phoneNumber, provider: "MTN_MOMO_BEN" });
  });
});

describe("a number", () => {
  it.each([
    ["+2290196000001", "live", "2290196000001"],
    ["+2290196000001", "sandbox", "22996000001"],
    ["+2250503456789", "sandbox", "2250503456789"],
    ["+221771234567", "live", "221771234567"],
  ] as const)("%s is, in its %s, %s", (e164, environment, expected) => {
    expect(phoneNumberFor(e164, environment)).toBe(expected);
  });

  it("of a wallet that is no operator's is not predicted", () => {
    expect(servedChannel("WAVE_SN")).toMatchObject({ provider: "WAVE_SEN", isOperator: false });
    expect(servedChannel("MTN_OPEN")).toMatchObject({ isOperator: true });
    expect(servedChannel("CELTIIS_BENIN")).toBeUndefined();
    expect(channelsOf("CIV", null)).toEqual(["MTN_CI", "ORANGE_CI"]);
  });
});
