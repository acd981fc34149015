import { Command } from "commander";
import { expect, it } from "vitest";
import { addParked } from "./parked.ts";

it("is told which groups a service has when the one to replay is none of them", async () => {
  const program = new Command("sanu").exitOverride();
  addParked(program);
  const words = ["parked", "replay", "payouts", "payouts-from-payments"];
  const replayed = program.parseAsync(words, { from: "user" });

  await expect(replayed).rejects.toThrow(
    "No group of payouts is named payouts-from-payments; there are payouts-from-transactions, payouts-connectors-from-transactions, payouts-statements-from-transactions",
  );
});
