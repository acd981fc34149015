import type { Command, Option } from "commander";

/** An option that is given twice is refused, unless it collects: the last would count, and whoever reads the answer takes it for that to all. */
export function refuseRepeated(command: Command): void {
  for (const option of command.options.filter(takesValue)) {
    let times = 0;
    command.on(`option:${option.name()}`, () => {
      times += 1;
      const collects = Array.isArray(command.getOptionValue(option.attributeName()));
      if (times === 1 || collects) return;
      command.error(`error: option '${option.flags}' was given twice`);
    });
  }
  for (const each of command.commands) refuseRepeated(each);
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}
