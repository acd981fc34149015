import type { Command } from "commander";
import { exampleFolds } from "../../events/folds/examples.ts";
import { loadFold } from "../../events/replay/fold.ts";
import { replayFacts } from "../../events/replay/replay-facts.ts";
import { stateText } from "../../events/replay/state-text.ts";
import { readFileToWrite, writeNamedFile } from "../../paths.ts";
import { type SourceOptions, selectionOf, withReaders, withSource } from "./source-options.ts";

interface ReplayOptions extends SourceOptions {
  readonly fold: string;
  readonly out?: string;
}

/** `sanu events replay`: what a person's own fold makes of the facts, at a moment. */
export function addReplay(events: Command): void {
  const names = [...exampleFolds.keys()].join(", ");
  withSource(events.command("replay"))
    .description("fold facts by a file that exports `initial` and `evolve`, and print the state")
    .requiredOption("--fold <file>", `a file, or one of ${names}`)
    .option("--out <file>", "write the state there", readFileToWrite)
    .action(async (options: ReplayOptions) => {
      const fold = exampleFolds.get(options.fold) ?? (await loadFold(options.fold));
      const selection = selectionOf(options);
      const { state, facts, unknownFacts } = await withReaders(options, (readers) =>
        replayFacts(fold, readers, selection),
      );
      const text = `${stateText(fold.view === undefined ? state : fold.view(state))}\n`;
      if (options.out === undefined) process.stdout.write(text);
      else writeNamedFile(options.out, text);
      const unknown = unknownFacts === 0 ? "" : `, ${unknownFacts} of unknown types passed over`;
      process.stderr.write(`${facts} facts folded${unknown}\n`);
    });
}
