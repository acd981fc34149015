import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readText, root } from "../tree/repository.ts";

/** What commander knows of a value: how it is read, which throws on what it may not be. */
export interface ShellValue {
  readonly defaultValue?: unknown;
  readonly parseArg?: (value: string, previous: unknown) => unknown;
}

export interface ShellOption extends ShellValue {
  readonly long?: string;
  /** Whether the command is refused without it. */
  readonly mandatory: boolean;
  /** Whether it takes a value. */
  readonly required: boolean;
}

export interface ShellArgument extends ShellValue {
  readonly name: () => string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface ShellCommand {
  readonly name: () => string;
  readonly commands: readonly ShellCommand[];
  readonly options: readonly ShellOption[];
  readonly registeredArguments: readonly ShellArgument[];
}

export interface Shell {
  readonly program: ShellCommand;
  /** Throw on a name that nothing has. */
  readonly readServices: (names: readonly string[]) => unknown;
  readonly readProjections: (names: readonly string[]) => unknown;
  /** Of `npm start`; throws where it would refuse them. */
  readonly readStartArguments: (args: readonly string[]) => unknown;
}

type Loaded = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** What no package exports: nothing of ours builds on it, the pages are only compared with it. */
async function load(path: string): Promise<Loaded> {
  const module: unknown = await import(pathToFileURL(join(root, path)).href);
  return module as Loaded;
}

/** The program of the shell as `main.ts` puts it together; none of its commands is run. */
export async function readShell(): Promise<Shell> {
  const home = "packages/cli/src";
  const { Command } = createRequire(join(root, home, "main.ts"))("commander") as {
    readonly Command: new (name: string) => ShellCommand;
  };
  const program = new Command("sanu");
  const added = readText(`${home}/main.ts`).matchAll(
    /^import \{ (add\w+) \} from "\.\/(commands\/[a-z-]+\.ts)";$/gm,
  );
  for (const [, add = "", path = ""] of added) (await load(`${home}/${path}`))[add]?.(program);
  const { readServices } = await load(`${home}/services.ts`);
  const { readProjections } = await load(`${home}/projections.ts`);
  const { readStartArguments } = await load("packages/local-stack/src/start/arguments.ts");
  if (!readServices || !readProjections || !readStartArguments) throw new Error("A name has moved");
  return { program, readServices, readProjections, readStartArguments };
}
