import { simulatedProviders, simulateProvider } from "@sanu/sandbox";
import { afterEach, describe, expect, it } from "vitest";
import { type Altered, openAltered, ordersOf, questionsOf } from "./altered-answers.fixture.ts";
import { misreadingsOf } from "./misreadings.fixture.ts";
import { leavesOf, withLeaf } from "./odd-values.fixture.ts";

let altered: Altered | undefined;

afterEach(async () => {
  await altered?.close();
  altered = undefined;
});

describe.each(simulatedProviders)("an answer of %s in which one value is odd", (provider) => {
  it("is read as it was or is unknown, and tells of no other money", async () => {
    altered = await openAltered(await simulateProvider(provider));
    expect(await misreadingsOf(altered, await questionsOf(altered))).toEqual([]);
  });

  it("is no refusal of an order that is placed, and is thrown at nobody", async () => {
    altered = await openAltered(await simulateProvider(provider));
    expect(await misreadingsOf(altered, await ordersOf(altered))).toEqual([]);
  });

  it("that names another order is nobody's answer", async () => {
    altered = await openAltered(await simulateProvider(provider));
    const { proxy } = altered;
    const { call } = (await questionsOf(altered)).get("the same by its name") ?? {};
    const known = (await call?.()) as { readonly providerReference: string };
    const { providerReference: name } = known;
    proxy.alter((said) => {
      const [path = [], value] = leavesOf(said).find(([, one]) => String(one) === name) ?? [];
      return withLeaf(said, path, typeof value === "number" ? value + 1 : `${name}1`);
    });
    expect(known).toMatchObject({ kind: "completed" });
    expect(await call?.()).toMatchObject({ kind: "unknown" });
  });
});
