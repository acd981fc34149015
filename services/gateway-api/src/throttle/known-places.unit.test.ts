import { describe, expect, it } from "vitest";
import { createKnownPlaces } from "./known-places.ts";

const home = { address: "192.0.2.1", device: "her phone" };
const awa = "awa@example.com";

describe("the places where a gateway knows people", () => {
  it("are her device wherever it is, and her address whatever she uses", () => {
    const places = createKnownPlaces(10);
    places.remember(home, " Awa@Example.com ");

    expect(places.isKnown({ ...home, address: "198.51.100.1" }, awa)).toBe(true);
    expect(places.isKnown({ ...home, device: null }, awa)).toBe(true);
    expect(places.isKnown({ address: "198.51.100.1", device: null }, awa)).toBe(false);
  });

  it("are nobody else's, and nobody's who names nobody", () => {
    const places = createKnownPlaces(10);
    places.remember(home, awa);
    places.remember(home, null);

    expect(places.isKnown(home, "somebody@example.com")).toBe(false);
    expect(places.isKnown(home, null)).toBe(false);
  });

  it("are so many: the longest unused is forgotten", () => {
    const places = createKnownPlaces(2);
    const at = (device: string) => ({ address: `address of ${device}`, device });
    places.remember({ ...at("one"), device: null }, awa);
    places.remember({ ...at("two"), device: null }, awa);
    expect(places.isKnown(at("one"), awa)).toBe(true);
    places.remember({ ...at("three"), device: null }, awa);

    expect(["one", "two", "three"].map((each) => places.isKnown(at(each), awa))).toEqual([
      true,
      false,
      true,
    ]);
  });
});
