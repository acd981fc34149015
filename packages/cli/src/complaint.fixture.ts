import { Command } from "commander";

/** What the shell shows where a command is refused before it does anything. */
export async function complaintAbout(
  add: readonly ((program: Command) => void)[],
  words: readonly string[],
): Promise<string> {
  const shown: string[] = [];
  const program = new Command("sanu");
  for (const each of add) each(program);
  const keep = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: (text) => void shown.push(text) });
    command.commands.forEach(keep);
  };
  keep(program);
  await program.parseAsync([...words], { from: "user" }).catch(() => undefined);
  return shown.join("");
}
