import type { Sandbox } from "@sanu/sandbox";
import { shuffled } from "@sanu/testing";

type Mistake = Parameters<Sandbox["mistakes"]["add"]>[0];
type Line = ReturnType<Sandbox["statements"]["linesOf"]>[number];

/** A line, or a balance, that a statement tells wrongly, and the difference that it has to make. */
export interface Lie {
  readonly mistake: Mistake;
  readonly account: string;
  readonly difference: string;
  /** As what the line is known to one side or the other; any where it is about no line. */
  readonly names: readonly (string | null)[];
}

export const statementAccounts = ["collections", "disbursements", "node-in", "node-out"] as const;

/** Each way in which a line can be wrong. */
const ways: readonly ((line: Line) => Omit<Lie, "account" | "names"> | undefined)[] = [
  ({ reference }) => ({
    mistake: { kind: "missing", reference },
    difference: "missing-at-provider",
  }),
  ({ reference }) => ({ mistake: { kind: "extra", reference }, difference: "missing-at-us" }),
  ({ reference }) => ({ mistake: { kind: "doubled", reference }, difference: "doubled" }),
  ({ reference }) => ({
    mistake: { kind: "amount", reference, by: 3n },
    difference: "other-amount",
  }),
  ({ reference }) => ({ mistake: { kind: "fee", reference, by: 3n }, difference: "other-fee" }),
  ...(["pending", "failed", "reversed"] as const).map((status) => ({ reference }: Line) => ({
    mistake: { kind: "state", reference, status } as const,
    difference: "other-state",
  })),
  // What comes in is known by another name than what goes out of the collecting account.
  ({ account, reference }) =>
    account === "collections"
      ? undefined
      : { mistake: { kind: "direction", reference }, difference: "other-kind" },
];

/** So many wrong lines over all accounts, in every way in turn, and a wrong balance. */
export function drawLies(
  { statements }: Pick<Sandbox, "statements">,
  count: number,
  random: () => number,
): readonly Lie[] {
  const lines = statementAccounts.flatMap((account) =>
    statements
      .linesOf(account)
      .filter(({ kind, status }) => status === "settled" && !kind.startsWith("transfer")),
  );
  const left = [...shuffled(lines, random)];
  const lies: Lie[] = [];
  for (let turn = 0; lies.length < count && left.length > 0; turn += 1) {
    const way = ways[turn % ways.length];
    const at = left.findIndex((line) => way?.(line) !== undefined);
    const [line] = at === -1 ? [] : left.splice(at, 1);
    if (line === undefined) continue;
    const { account, reference, key } = line;
    const lie = way?.(line);
    if (lie !== undefined) {
      lies.push({ ...lie, account, names: [reference, key, `extra-${reference}`] });
    }
  }
  const account = random() < 0.5 ? "collections" : "disbursements";
  const mistake = { kind: "balance", account, by: 1n } as const;
  return [...lies, { mistake, account, difference: "other-balance", names: [] }];
}

/** What a difference tells of itself, wherever it is shown. */
interface Shown {
  readonly account: string;
  readonly kind: string;
  readonly name: string;
}

/** The lies that differences name, each by its place; what is no lie is told as it came. */
export function namedLies(lies: readonly Lie[], differences: readonly Shown[]): readonly string[] {
  return differences
    .map(({ account, kind, name }) => {
      const place = lies.findIndex(
        (lie) =>
          lie.account === account &&
          lie.difference === kind &&
          (lie.names.length === 0 || lie.names.includes(name)),
      );
      return place === -1 ? `${account} ${kind} ${name}` : `lie ${place}`;
    })
    .toSorted();
}

/** The checker's sentence, taken to pieces. */
export function readSentence(sentence: string): Shown {
  const shape = /^the statement of (?<account>\S+) has (?<kind>\S+) (?<name>\S+):/;
  const { account = "", kind = sentence, name = "" } = shape.exec(sentence)?.groups ?? {};
  return { account, kind, name };
}
