import { checkedProviders } from "@sanu/rails";
import type { Said } from "./said-commands.ts";
import type { Shell, ShellArgument, ShellCommand, ShellOption, ShellValue } from "./shell.ts";

/** What stands for a word of the reader's: `CASE`, `POSITION:HASH`, `ADMIN-ADDRESS`, `SERVICE…`, `…`. */
const placeholder = /^[A-Z][A-Z:_-]*$|…|^<.*>$/;

/** Why a command of a page would be refused; `undefined` where it would not. */
export function findWrongCommand(shell: Shell, said: Said): string | undefined {
  if (said.of === "start") return whyNot(() => startedWith(shell, said));
  return whyNot(() => parse(shell, said));
}

function whyNot(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function startedWith({ readStartArguments }: Shell, { words, isWhole }: Said): void {
  const isOpen = words.some((word) => word.includes("…") && !/^https?:/.test(word));
  if (isWhole || !isOpen) readStartArguments(words.map((word) => word.replace("…", "host")));
}

function parse(shell: Shell, { words, isWhole }: Said): void {
  const { command, path, rest } = resolve(shell.program, words);
  const given = readWords(command, rest);
  for (const [option, value] of given.options) {
    for (const one of value.split("|")) assertValue(option, one);
  }
  given.values.forEach((value, index) => {
    const argument = command.registeredArguments[Math.min(index, last(command))];
    if (argument === undefined) throw new Error(`${path} takes no ${value}`);
    if (index > last(command) && !argument.variadic) throw new Error(`${path} takes no ${value}`);
    assertArgument(shell, argument, value);
  });
  const isNamedOnly = !isWhole && (rest.length === 0 || given.isOpen);
  if (!isNamedOnly) assertComplete(command, path, given);
}

const last = ({ registeredArguments }: ShellCommand) => registeredArguments.length - 1;

interface Resolved {
  readonly command: ShellCommand;
  readonly path: string;
  readonly rest: readonly string[];
}

function resolve(program: ShellCommand, words: readonly string[]): Resolved {
  let command = program;
  const path: string[] = [];
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) {
      const isNamed = command.commands.length === 0 || word.startsWith("--") || word === "…";
      if (!isNamed) throw new Error(`there is no ${[...path, word].join(" ")}`);
      break;
    }
    command = next;
    path.push(word);
  }
  return { command, path: path.join(" "), rest: words.slice(path.length) };
}

interface Given {
  readonly options: readonly (readonly [ShellOption, string])[];
  readonly values: readonly string[];
  /** Whether more may follow: an ellipsis, or a flag that is only named. */
  readonly isOpen: boolean;
}

/** Throws on a flag that the command has not. */
function readWords(command: ShellCommand, words: readonly string[]): Given {
  // Another program reads these.
  if (command.registeredArguments.some((argument) => argument.name() === "options")) {
    return { options: [], values: [], isOpen: true };
  }
  const options: (readonly [ShellOption, string])[] = [];
  const values: string[] = [];
  let isOpen = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (word === "…") {
      isOpen = true;
      continue;
    }
    if (!word.startsWith("--")) {
      values.push(word);
      continue;
    }
    const option = command.options.find(({ long }) => long === word);
    if (option === undefined) throw new Error(`${command.name()} has no ${word}`);
    if (!option.required) {
      options.push([option, "…"]);
      continue;
    }
    index += 1;
    isOpen ||= words[index] === undefined;
    options.push([option, words[index] ?? "…"]);
  }
  return { options, values, isOpen };
}

/** Choices are a parser, too. */
function assertValue({ parseArg, defaultValue }: ShellValue, value: string): void {
  if (!placeholder.test(value)) parseArg?.(value, defaultValue);
}

function assertArgument(shell: Shell, argument: ShellArgument, value: string): void {
  if (placeholder.test(value)) return;
  assertValue(argument, value);
  switch (argument.name()) {
    case "service":
      return void shell.readServices([value]);
    case "name":
      return void shell.readProjections([value]);
    case "provider":
      if (checkedProviders().includes(value.split("-")[0] ?? "")) return undefined;
      throw new Error(`no provider is called ${value}`);
    default:
      return undefined;
  }
}

/** What the command asks for besides, once it runs. */
const ownRules: Readonly<Record<string, (given: Given) => string | undefined>> = {
  "audit verify": ({ options, values }) =>
    options.some(([{ long }]) => long === "--head") && values.length !== 1
      ? "a head is of one service"
      : undefined,
  "sealed open": ({ options }) =>
    options.filter(([{ long }]) => long === "--share").length === 2
      ? undefined
      : "it takes two shares",
};

function assertComplete(command: ShellCommand, path: string, given: Given): void {
  if (command.commands.length > 0) throw new Error(`${path} is only the beginning of a command`);
  const named = given.options.map(([option]) => option);
  const missing = [
    ...command.registeredArguments
      .filter(({ required }, index) => required && given.values[index] === undefined)
      .map((argument) => argument.name()),
    ...command.options
      .filter((option) => option.mandatory && !named.includes(option))
      .map(({ long = "" }) => long),
  ];
  if (missing.length > 0) throw new Error(`${path} needs ${missing.join(", ")}`);
  const broken = ownRules[path]?.(given);
  if (broken !== undefined) throw new Error(broken);
}
