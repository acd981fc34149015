import { describe, expect, it } from "vitest";
import { readPhone } from "./phone.ts";

function read(text: string) {
  const reading = readPhone(text);
  return reading.kind === "phone" ? reading.phone : reading.code;
}

describe("a mobile-money number", () => {
  it.each([
    "+2290196000001",
    "2290196000001",
    "002290196000001",
    "00 229 0196000001",
    "+229 01 96-00.00 01",
    " +229 (01) 96 00 00 01 ",
    "+229\u00a001\u201096000001",
    "+٢٢٩٠١٩٦٠٠٠٠٠١",
    "２２９０１９６０００００１",
  ])("is the same number however it is written: %s", (text) => {
    expect(read(text)).toMatchObject({ e164: "+2290196000001", country: "BJ" });
  });

  it.each([
    ["01 96 00 00 01", "BJ", "+2290196000001"],
    ["96 00 00 01", "BJ", "+2290196000001"],
    ["95 12 34 56", "BJ", "+2290195123456"],
    ["22 90 16 10", "BJ", "+2290122901610"],
    ["07 01 02 03 04", "CI", "+2250701020304"],
    ["77 123 45 67", "SN", "+221771234567"],
    ["90 00 00 00", "TG", "+22890000000"],
    ["+228 90 00 00 00", "BJ", "+22890000000"],
    ["228 90 00 00 00", "BJ", "+22890000000"],
    ["2290196000001", "TG", "+2290196000001"],
  ])("without a calling code is one of the country: %s in %s", (text, country, e164) => {
    expect(readPhone(text, country)).toMatchObject({ kind: "phone", phone: { e164 } });
  });

  it.each([
    ["0196000001", null],
    ["019600000", "BJ"],
    ["0296000001", "BJ"],
    ["-", "BJ"],
    ["0", "BJ"],
    ["95 12 34 56", "GW"],
    ["95 12 34 56", "FR"],
  ])("that fits neither the country nor any other is none: %s in %s", (text, country) => {
    expect(readPhone(text, country).kind).toBe("refused");
  });

  it("of Benin's old eight digits gets its 01", () => {
    expect(read("+22996000001")).toEqual(read("+2290196000001"));
  });

  it("is accepted by its shape even where no operator has it: the specification's own sample", () => {
    expect(read("+22912345678")).toEqual({
      e164: "+2290112345678",
      national: "0112345678",
      country: "BJ",
      channel: "SANDBOX",
      masked: "+229********78",
    });
  });

  it.each([
    ["+2290142000000", "MTN_OPEN"],
    ["+2290150000000", "MTN_OPEN"],
    ["+2290197000000", "MTN_OPEN"],
    ["+2290145000000", "MOOV_BENIN"],
    ["+2290165000000", "MOOV_BENIN"],
    ["+2290199000000", "MOOV_BENIN"],
    ["+2290128000000", "CELTIIS_BENIN"],
    ["+2290193000000", "CELTIIS_BENIN"],
    ["+2250700000000", "ORANGE_CI"],
    ["+2250500000000", "MTN_CI"],
    ["+2250100000000", "MOOV_CI"],
    ["+221770000000", "ORANGE_SN"],
    ["+221760000000", "FREE_SN"],
    ["+221750000000", "WAVE_SN"],
    ["+22890000000", "TOGOCOM_TG"],
    ["+22879000000", "MOOV_TG"],
    ["+22678000000", "TELECEL_BF"],
    ["+22674000000", "ORANGE_BF"],
    ["+22673000000", "MOOV_BF"],
    ["+22390000000", "ORANGE_ML"],
    ["+22395000000", "MOOV_ML"],
    ["+22796000000", "AIRTEL_NE"],
    ["+22792000000", "ZAMANI_NE"],
    ["+22794000000", "MOOV_NE"],
    ["+245950000000", "ORANGE_GW"],
    ["+245960000000", "MTN_GW"],
    ["+245970000000", "SANDBOX"],
  ])("of %s is paid through %s", (text, channel) => {
    expect(read(text)).toMatchObject({ e164: text, channel });
  });

  it.each([
    ["+22961000", "not-a-number"],
    ["+2290261000000", "not-a-number"],
    ["+225070000000", "not-a-number"],
    ["+229019700000a", "not-a-number"],
    ["0196000001", "not-a-number"],
    ["+", "not-a-number"],
    ["+2290196000001 ext 5", "not-a-number"],
    ["+2290196000001;phone-context=+229", "not-a-number"],
    ["++2290196000001", "not-a-number"],
    ["+2290196000001 +2290196000002", "not-a-number"],
    ["tel:+2290196000001", "not-a-number"],
    ["+22507000000001", "not-a-number"],
    ["+2458970000", "not-a-number"],
    ["9".repeat(40), "not-a-number"],
    ["+33612345678", "unsupported-country"],
    ["+2348012345678", "unsupported-country"],
  ])("is refused: %s (%s)", (text, code) => {
    expect(read(text)).toBe(code);
  });
});
