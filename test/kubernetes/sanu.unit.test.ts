import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";

const root = join(import.meta.dirname, "..", "..");
const manifests = "metadata:\n  labels:\n    sanu.io/overlay: staging";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-shell-"));
  writeFileSync(join(folder, "journal"), "");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command of the shell on the cluster that kubectl reaches, which has some overlay; what it said, and what was done. */
function runOn(overlayThere: string, shell: Readonly<Record<string, string>> = {}) {
  const journal = join(folder, "journal");
  const stateFile = join(folder, "state.json");
  writeFileSync(stateFile, JSON.stringify({ manifests, overlayThere, journal }));
  const args = ["deploy/kubernetes/sanu.mjs", "deploy/kubernetes/overlays/staging"];
  const { status, stderr } = spawnSync(process.execPath, [...args, "parked", "list"], {
    cwd: root,
    env: {
      ...process.env,
      ...shell,
      STATE: stateFile,
      KUBECTL: `${process.execPath} test/kubernetes/kubectl.fixture.mjs`,
    },
    encoding: "utf8",
  });
  return { status, stderr, done: readFileSync(journal, "utf8").split("\n").slice(0, -1) };
}

describe("a command of the shell", () => {
  it("runs in a pod of its own, which has the settings that the service of the cases goes by", () => {
    const { status, done } = runOn("staging");

    expect(status).toBe(0);
    const [created = "{}", , ran, removed] = done;
    expect(JSON.parse(created)).toMatchObject({
      kind: "Pod",
      spec: {
        containers: [
          {
            env: [{ name: "OF_MIGRATE" }, { name: "OF_STREAMS" }, { name: "NATS_PASSWORD" }],
            envFrom: [{ configMapRef: { name: "settings-of-transactions", optional: true } }],
          },
        ],
      },
    });
    expect(ran).toMatch(/^exec .* -- node packages\/cli\/dist\/main\.js parked list$/);
    expect(removed).toMatch(/^delete pod/);
  });

  it("logs in to NATS as the user whom somebody made for what no user of ours may do, and as ours where there is none", () => {
    const Made = z.object({
      spec: z.object({
        containers: z.tuple([
          z.object({ env: z.array(z.object({ name: z.string(), value: z.string() })) }),
        ]),
      }),
    });
    const loginsIn = (made = "{}") =>
      Made.parse(JSON.parse(made)).spec.containers[0].env.filter(({ name }) =>
        name.startsWith("NATS_"),
      );
    const operator = { NATS_USER: "operator", NATS_PASSWORD: "of now" };

    expect(loginsIn(runOn("staging", operator).done[0])).toEqual([
      { name: "NATS_USER", value: "operator" },
      { name: "NATS_PASSWORD", value: "of now" },
    ]);
    writeFileSync(join(folder, "journal"), "");
    expect(
      loginsIn(runOn("staging", { NATS_USER: "", NATS_PASSWORD: "of before" }).done[0]),
    ).toEqual([{ name: "NATS_PASSWORD", value: "ours" }]);
  });

  it("that is meant for another overlay than the cluster has does nothing there", () => {
    const { status, stderr, done } = runOn("production");

    expect(status).toBe(1);
    expect(stderr).toContain("the overlay production, and not staging: nothing was done");
    expect(done).toEqual([]);
  });
});
