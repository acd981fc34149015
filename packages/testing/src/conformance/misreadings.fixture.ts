import { isLongRun } from "../seed.ts";
import type { AlteringProxy } from "./altering-proxy.ts";
import {
  leavesOf,
  type Oddities,
  oddities,
  type Path,
  unstorableIn,
  withLeaf,
} from "./odd-values.fixture.ts";

/** Something that is asked of a provider or node: what of its outcome is money, and what it may say but that and `unknown`. */
export interface Question {
  readonly call: () => Promise<object>;
  readonly read: (outcome: object) => string;
  readonly mayBe?: (read: string, plain: string) => boolean;
}

type Fields = Readonly<Record<string, unknown>>;
type Behind = { readonly proxy: AlteringProxy };

interface Alteration {
  /** What was asked before. */
  readonly known: ReadonlyMap<string, unknown>;
  /** To which request, and where in its answer. */
  readonly asked: string;
  readonly path: Path;
  readonly odd: (value: unknown) => unknown;
}

/**
 * The call again, with one value of one of its answers told otherwise. Where another order follows from that, a refusal of it is the
 * provider's own.
 */
async function readAltered(
  { proxy }: Behind,
  { call, read }: Question,
  { known, asked, path, odd }: Alteration,
): Promise<string> {
  let isOther = false;
  proxy.alter((said, now) => {
    isOther ||= !known.has(now);
    if (now !== asked) return said;
    const [, value] = leavesOf(said).find(([at]) => at.join() === path.join()) ?? [];
    return withLeaf(said, path, odd(value));
  });
  return call().then(
    (outcome) => {
      const { kind } = outcome as Fields;
      const isOwnRefusal = isOther && kind === "rejected";
      return unstorableIn(outcome) ?? (isOwnRefusal ? "unknown" : read(outcome));
    },
    (error: unknown) => `thrown: ${String(error)}`,
  );
}

/**
 * What is told otherwise is read as before, or not at all; it is never other money, and nothing is thrown. The provider is asked
 * once: what it said then is told again, with another value each time.
 */
async function misread(
  behind: Behind,
  question: Question,
  rows: Oddities | undefined,
): Promise<readonly string[]> {
  const { proxy } = behind;
  const answers = new Map<string, unknown>();
  proxy.remember(true);
  proxy.alter((said, asked) => {
    answers.set(asked, said);
    return said;
  });
  const plain = question.read(await question.call());
  const found = plain.startsWith("unknown") ? ["what nobody altered is unknown"] : [];
  for (const [asked, said] of answers) {
    for (const [at, [path, value]] of leavesOf(said).entries()) {
      for (const [what, odd] of Object.entries(rows ?? odditiesAt(at))) {
        if (odd(value) === value) continue;
        const read = await readAltered(behind, question, { known: answers, asked, path, odd });
        const isFine = read === plain || read.startsWith("unknown");
        if (isFine || question.mayBe?.(read, plain) === true) continue;
        found.push(`${path.join(".")} is ${what}: ${read}`);
      }
    }
  }
  proxy.alter(null);
  proxy.remember(false);
  return found;
}

/** All of them in a long run; else a third, another one for each value of an answer. */
function odditiesAt(place: number): Oddities {
  const share = isLongRun() ? 1 : 3;
  const some = Object.entries(oddities).filter((_, at) => (at + place) % share === 0);
  return Object.fromEntries(some);
}

/** Of several questions, each with its name. Without rows of its own it goes by the oddities. */
export async function misreadingsOf(
  behind: Behind,
  questions: ReadonlyMap<string, Question>,
  rows?: Oddities,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [what, question] of questions) {
    const misreadings = await misread(behind, question, rows);
    found.push(...misreadings.map((one) => `${what}: ${one}`));
  }
  return found;
}

/** What was read of an outcome that moves money, is final, or is shown to somebody who pays by it. */
export function moneyOf(outcome: object): string {
  const { value, held, ...own } = outcome as Fields;
  const names = [
    "kind",
    "reason",
    "naturalKey",
    "amountSats",
    "invoice",
    "feeSats",
    "proof",
    "blocksLeft",
    "inboundSats",
    "outboundSats",
    "confirmedSats",
    "channelsSats",
    "walletSats",
  ];
  const each = [value, held]
    .flat()
    .flatMap((one: unknown) => (typeof one === "object" && one !== null ? [moneyOf(one)] : []));
  return [...names.flatMap((name) => (name in own ? [`${own[name]}`] : [])), ...each].join(" ");
}

/** What is taken for under way is asked about again: nothing was decided. */
export const orUnderWay = (read: string): boolean => read.endsWith("in-flight");

/** Nobody is promised more than there is: every number is as it was, or less. */
export function orLess(read: string, plain: string): boolean {
  const [now, before] = [read, plain].map((said) => said.match(/\d+/g)?.map(BigInt) ?? []);
  const isLess = now?.map((one, at) => one <= (before?.[at] ?? 0n)) ?? [];
  return isLess.length === before?.length && !isLess.includes(false);
}
