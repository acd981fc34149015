import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readText } from "./tree/repository.ts";

const Service = z.object({
  command: z.array(z.string()).default([]),
  env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).default([]),
  environment: z.record(z.string(), z.unknown()).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
});
const { services } = z
  .object({ services: z.record(z.string(), Service) })
  .parse(parse(readText("docker-compose.yml"), { merge: true }));
const readers = Object.entries(services).filter(([, { env_file }]) => env_file.length > 0);
const namesOf = ({ env_file }: z.infer<typeof Service>) => env_file.map(({ path }) => path);

describe("the settings of containers", () => {
  it("are checked before anything that reads them starts", () => {
    const started = readers.filter(([name]) => name !== "settings" && name !== "shell");

    expect(started.length).toBeGreaterThanOrEqual(5);
    for (const [name, { depends_on: awaited }] of started) {
      expect([name, awaited["settings"]?.condition]).toEqual([
        name,
        "service_completed_successfully",
      ]);
    }
  });

  it("are checked in every file that somebody reads, and nothing is checked besides", () => {
    const { settings } = services;
    if (settings === undefined) throw new Error("Nothing checks the settings");
    const read = new Set(readers.flatMap(([, service]) => namesOf(service)));

    expect(settings.command).toEqual(["packages/cli/dist/main.js", "settings", "check"]);
    expect(namesOf(settings).toSorted()).toEqual([...read].toSorted());
    expect(settings.environment).toEqual({});
  });
});

describe("an operator's command in containers", () => {
  it("starts, restarts and waits for nothing: whoever only looks may do so while a server is down or stopped on purpose", () => {
    const { shell } = services;
    if (shell === undefined) throw new Error("There is no place for an operator's command");

    expect(shell.depends_on).toEqual({});
  });
});

describe("a secret that is changed in containers", () => {
  it("reaches its service under each name that the page of rotation gives it, and no other service", () => {
    const page = readText("deploy/runbooks/rotate-secrets.md");
    const names = new Set(page.match(/\b(?:[A-Z]+_OTHER_[A-Z]+|TOKEN_PRIVATE_KEY)\b/g));
    const owners = [...names]
      .toSorted()
      .map((name) => [
        name,
        ...Object.entries(services).flatMap(([service, { environment }]) =>
          environment[name] === `\${${name}:-}` ? [service] : [],
        ),
      ]);

    expect(owners).toEqual([
      ["INVOICE_OTHER_KEY", "payments"],
      ["OTP_OTHER_PEPPER", "identity"],
      ["TOKEN_OTHER_KEY", "identity"],
      ["TOKEN_PRIVATE_KEY", "identity"],
    ]);
  });
});
