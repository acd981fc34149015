import type { Mishap, Operation, Sandbox } from "@sanu/sandbox";
import { randomFrom, shuffled } from "@sanu/testing";

/** The calls by which money is collected and paid out. */
export const movingOperations = ["payments.create", "lightning.pay"] as const;
export type MovingOperation = (typeof movingOperations)[number];

/** Of twenty calls the provider took the first nine, and the caller does not hear so. */
const fates: readonly { readonly calls: number; readonly mishap: Mishap | undefined }[] = [
  { calls: 6, mishap: { mode: "hang", acts: true } },
  { calls: 2, mishap: { mode: "reset", acts: true } },
  { calls: 1, mishap: { mode: "lost", acts: true } },
  { calls: 11, mishap: undefined },
];

/** Dealt in another order each time: however few calls there are, all fates are among them. */
const deck = fates.flatMap(({ calls, mishap }) => Array.from({ length: calls }, () => mishap));

/** How calls ended, by the words of the sandbox's journal; everything else was answered. */
export type Endings = Readonly<Record<"fault hang" | "fault reset" | "fault lost", number>>;

/**
 * Lets shares of the calls that move money go wrong after the provider took them. The n-th call of an operation
 * has the fate that the seed drew for it, whoever makes it.
 */
export function silenceRails({ control }: Sandbox, seed: number): void {
  const draws = new Map<Operation, () => Mishap | undefined>(
    movingOperations.map((operation) => [operation, fatesOf(operation, seed)]),
  );
  control.decideFaults((operation) => draws.get(operation)?.());
}

function fatesOf(operation: MovingOperation, seed: number): () => Mishap | undefined {
  const random = randomFrom(seed + movingOperations.indexOf(operation));
  let left: (Mishap | undefined)[] = [];
  return () => {
    if (left.length === 0) left = [...shuffled(deck, random)];
    return left.pop();
  };
}

/** What the seed drew for the first calls of an operation. */
export function endingsDrawn(operation: MovingOperation, seed: number, calls: number): Endings {
  const draw = fatesOf(operation, seed);
  return countEndings(Array.from({ length: calls }, () => `fault ${draw()?.mode ?? "none"}`));
}

/** How the calls of an operation ended, by the sandbox's own account. */
export function endingsOf(
  { journal }: Sandbox,
  operation: MovingOperation,
): { readonly calls: number; readonly endings: Endings } {
  const calls = journal.ofKind("call").filter((call) => call.operation === operation);
  return { calls: calls.length, endings: countEndings(calls.map(({ response }) => response)) };
}

function countEndings(responses: readonly string[]): Endings {
  const countOf = (ending: keyof Endings) =>
    responses.filter((response) => response === ending).length;
  return {
    "fault hang": countOf("fault hang"),
    "fault reset": countOf("fault reset"),
    "fault lost": countOf("fault lost"),
  };
}
