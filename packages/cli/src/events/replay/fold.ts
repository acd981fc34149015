import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ReplayedFact } from "@sanu/contracts";
import { z } from "zod";

/** What a file of a person's own exports: a first state, and what each fact makes of it. */
export interface Fold<State = unknown> {
  readonly initial: State;
  readonly evolve: (state: State, fact: ReplayedFact) => State;
  /** What is shown of the state; all of it where there is none. */
  readonly view?: (state: State) => unknown;
}

type Evolve = Fold["evolve"];
type View = NonNullable<Fold["view"]>;

const isFunction = (value: unknown): boolean => typeof value === "function";

const FoldModule = z.object({
  initial: z.unknown().refine((value) => value !== undefined, "is not exported"),
  evolve: z.custom<Evolve>(isFunction, "is not exported as a function"),
  view: z.custom<View>(isFunction, "is no function").optional(),
});

/** Reads a fold from a file of TypeScript or JavaScript. Throws where there is none, saying what it lacks. */
export async function loadFold(file: string): Promise<Fold> {
  const path = resolve(file);
  if (!existsSync(path)) throw new Error(`There is no fold ${file}`);
  const module: unknown = await import(pathToFileURL(path).href);
  const read = FoldModule.safeParse({ ...(module as object) });
  if (!read.success) throw new Error(`${file} is no fold: ${z.prettifyError(read.error)}`);
  const { initial, evolve, view } = read.data;
  return { initial, evolve, ...(view && { view }) };
}
