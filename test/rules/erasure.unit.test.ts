import { readFileSync } from "node:fs";
import { erasurePlan as identity, sealedColumns as sealedOfIdentity } from "@sanu/identity";
import { erasurePlan as payments } from "@sanu/payments";
import { erasurePlan as payouts } from "@sanu/payouts";
import type { ErasurePlan } from "@sanu/platform";
import {
  sealedColumns as sealedOfTransactions,
  erasurePlan as transactions,
} from "@sanu/transactions";
import { describe, expect, it } from "vitest";

const page = readFileSync(new URL("../../docs/personal-data.md", import.meta.url), "utf8");
const plans: Readonly<Record<string, ErasurePlan>> = { identity, payments, payouts, transactions };

/** `identity account_contacts.name`, as the page lists it. */
function listedIn(text: string): readonly string[] {
  return [...text.matchAll(/^\| (\w+) \| `(\w+\.\w+)` \|/gm)].map(
    ([, service = "", column = ""]) => `${service} ${column}`,
  );
}

/** What the page says of sealing: `identity account_contacts.name` → `yes`, `no` or `as` another column. */
function sealedIn(text: string): ReadonlyMap<string, string> {
  const rows = text.matchAll(/^\| (\w+) \| `(\w+\.\w+)` \|(?:[^|]*\|){3} ([^|]*) \|$/gm);
  return new Map(
    [...rows].map(([, service = "", column = "", sealed = ""]) => [`${service} ${column}`, sealed]),
  );
}

/** Rows that do not say whether they are sealed, or not where else. */
function unsaidIn(text: string): readonly string[] {
  const said = sealedIn(text);
  const sealed = [...said].flatMap(([name, word]) => (word === "yes" ? [name] : []));
  const elsewhere = new Set(sealed.map((name) => `as \`${name.split(" ")[1]}\``));
  return listedIn(text).filter((name) => {
    const word = said.get(name) ?? "";
    return word !== "yes" && word !== "no" && !elsewhere.has(word);
  });
}

const sealedByServices: readonly string[] = [
  ...sealedOfIdentity.map((column) => `identity ${column}`),
  ...sealedOfTransactions.map((column) => `transactions ${column}`),
];

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

  it("seals of her what the page says, and the page says it of every column", () => {
    expect(unsaidIn(page)).toEqual([]);
    const sealed = [...sealedIn(page)].flatMap(([name, word]) => (word === "yes" ? [name] : []));
    expect(sealed.toSorted()).toEqual(sealedByServices.toSorted());
  });

  it("is noticed to seal nothing of a column of which nobody said whether the law keeps it", () => {
    const unsaid = "| payouts | `new_table.number` | who is paid | erasure | deleting the row |";
    const elsewhere = "| payouts | `new_table.other` | … | … | … | as `nowhere.number` |";
    expect(unsaidIn(`${page}\n${unsaid}\n${elsewhere}\n`)).toEqual([
      "payouts new_table.number",
      "payouts new_table.other",
    ]);
  });

  it("is of one account: every statement names it", () => {
    const texts = Object.values(plans).flatMap(({ steps }) => steps.map(({ text }) => text));
    expect(texts.filter((text) => !text.includes("$1"))).toEqual([]);
  });
});
