import type { Mishap, Operation, Sandbox } from "@sanu/sandbox";
import { randomFrom } from "@sanu/testing";

/** The calls by which money is collected and paid out. */
export const movingOperations = ["payments.create", "lightning.pay"] as const;
export type MovingOperation = (typeof movingOperations)[number];

/** Of a hundred calls: the provider took each of these, and the caller does not hear so. */
const mishaps: readonly { readonly share: number; readonly mishap: Mishap }[] = [
  { share: 30, mishap: { mode: "hang", acts: true } },
  { share: 10, mishap: { mode: "reset", acts: true } },
  { share: 5, mishap: { mode: "lost", acts: true } },
];

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
  return () => {
    let left = random() * 100;
    return mishaps.find(({ share }) => {
      left -= share;
      return left < 0;
    })?.mishap;
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
