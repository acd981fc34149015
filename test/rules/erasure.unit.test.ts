import { readFileSync } from "node:fs";
import { erasurePlan as identity } from "@sanu/identity";
import { erasurePlan as payments } from "@sanu/payments";
import { erasurePlan as payouts } from "@sanu/payouts";
import type { ErasurePlan } from "@sanu/platform";
import { erasurePlan as transactions } from "@sanu/transactions";
import { describe, expect, it } from "vitest";

const page = readFileSync(new URL("../../docs/personal-data.md", import.meta.url), "utf8");
const plans: Readonly<Record<string, ErasurePlan>> = { identity, payments, payouts, transactions };

/** `identity account_contacts.name`, as the page lists it. */
function listedIn(text: string): readonly string[] {
  return [...text.matchAll(/^\| (\w+) \| `(\w+\.\w+)` \|/gm)].map(
    ([, service = "", column = ""]) => `${service} ${column}`,
  );
}

function planned(): readonly string[] {
  return Object.entries(plans).flatMap(([service, { steps, emptiedBefore }]) =>
    [...steps.flatMap(({ columns }) => columns), ...emptiedBefore].map(
      (column) => `${service} ${column}`,
    ),
  );
}

describe("the erasure of a person", () => {
  it("deletes every column that the page of personal data names, and no other", () => {
    const listed = listedIn(page);
    expect(listed.length).toBeGreaterThan(25);
    expect(planned().toSorted()).toEqual(listed.toSorted());
  });

  it("is noticed to forget a column that somebody writes down", () => {
    const more = `${page}\n| payouts | \`new_table.number\` | who is paid | erasure | … |\n`;
    expect(listedIn(more).filter((name) => !planned().includes(name))).toEqual([
      "payouts new_table.number",
    ]);
  });

  it("is of one account: every statement names it", () => {
    const texts = Object.values(plans).flatMap(({ steps }) => steps.map(({ text }) => text));
    expect(texts.filter((text) => !text.includes("$1"))).toEqual([]);
  });
});
