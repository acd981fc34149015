import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addAdmin } from "./admin.ts";

/** What the shell shows when the command cannot even be read. */
async function complaintAbout(...words: readonly string[]): Promise<string> {
  const shown: string[] = [];
  const program = new Command("sanu").exitOverride();
  addAdmin(program);
  for (const each of program.commands.flatMap((group) => [group, ...group.commands])) {
    each.exitOverride().configureOutput({ writeErr: (text) => void shown.push(text) });
  }
  await program.parseAsync(["admin", ...words], { from: "user" }).catch(() => undefined);
  return shown.join("");
}

describe("the commands about admins", () => {
  it("take no address that no mail could reach", async () => {
    for (const command of ["create", "erase"]) {
      for (const address of ["nonsense", "a@b", "a b@example.org"]) {
        expect(await complaintAbout(command, "--email", address)).toContain(
          `argument '${address}' is invalid. It is no e-mail address.`,
        );
      }
    }
  });

  it("do nothing for who does not say why", async () => {
    for (const command of ["create", "lift", "reset-second-factor"]) {
      for (const reason of ["", "  \n"]) {
        const words = [command, "--email", "a@example.org", "--reason", reason];
        expect(await complaintAbout(...words)).toContain("It says nothing.");
      }
    }
  });

  it("name the countries and languages that there are", async () => {
    const of = ["create", "--email", "a@example.org"];
    expect(await complaintAbout(...of, "--country", "FR")).toContain("Allowed choices are BJ, BF");
    expect(await complaintAbout(...of, "--language", "de")).toContain("Allowed choices are fr, en");
  });
});
