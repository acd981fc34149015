import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const fakeKubectl = "test/kubernetes/kubectl.fixture.mjs";
const manifests = [
  "kind: Namespace",
  "metadata:",
  "  labels:",
  "    sanu.io/overlay: production",
  "data:",
  "  PUBLIC_URL: https://api.sanu.bj",
].join("\n");
const pod = (name: string, isReady: boolean) => ({
  metadata: { name },
  status: { conditions: [{ type: "Ready", status: isReady ? "True" : "False" }] },
});
const cluster = {
  manifests,
  overlayThere: "production",
  rolloutEnds: true,
  servers: {
    spec: { replicas: 3 },
    status: { currentRevision: "a", updateRevision: "a", readyReplicas: 3 },
  },
  pods: [pod("nats-0", true), pod("nats-1", true), pod("nats-2", true)],
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-apply-"));
  writeFileSync(join(folder, "journal"), "");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Applies an overlay to a cluster in some state; what it said where it failed, and what was done. */
function applyTo(state: object): { readonly error: string | undefined; readonly done: string[] } {
  const journal = join(folder, "journal");
  const stateFile = join(folder, "state.json");
  writeFileSync(stateFile, JSON.stringify({ ...cluster, ...state, journal }));
  const env = {
    ...process.env,
    STATE: stateFile,
    KUBECTL: `${process.execPath} ${fakeKubectl}`,
  };
  const readDone = () => readFileSync(journal, "utf8").split("\n").slice(0, -1);
  const args = ["deploy/kubernetes/apply.mjs", "deploy/kubernetes/overlays/production"];
  try {
    execFileSync(process.execPath, args, { cwd: root, env, stdio: "pipe" });
    return { error: undefined, done: readDone() };
  } catch (error) {
    return { error: String((error as { readonly stderr: Buffer }).stderr), done: readDone() };
  }
}

const services = [
  "identity",
  "transactions",
  "payments",
  "payouts",
  "stream-controller",
  "gateway-api",
];

describe("a release", () => {
  it("brings servers, their rights, the jobs and then the services, those who answer first", () => {
    const { error, done } = applyTo({});

    expect(error).toBeUndefined();
    const at = (part: string) => done.findIndex((line) => line.includes(part));
    const steps = [
      at("--selector=sanu.io/kind notin (job,service)"),
      at("rollout status statefulset/nats"),
      at("exec nats-2 --container=nats -- nats-server --signal reload"),
      at("delete job migrate streams"),
      at("--selector=sanu.io/kind=job"),
      at("wait job/migrate"),
      at("wait job/streams"),
      ...services.map((name) => at(`rollout status deployment/${name}`)),
    ];
    expect(steps).not.toContain(-1);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  });

  it("goes on with two of three NATS servers, and tells the rights to those two", () => {
    const { error, done } = applyTo({
      rolloutEnds: false,
      servers: { ...cluster.servers, status: { ...cluster.servers.status, readyReplicas: 2 } },
      pods: [pod("nats-0", true), pod("nats-1", false), pod("nats-2", true)],
    });

    expect(error).toBeUndefined();
    expect(done.join("\n")).not.toContain("exec nats-1");
    expect(done.at(-1)).toContain("deployment/gateway-api");
  });

  it.each([
    ["one of three NATS servers is left", { readyReplicas: 1 }],
    ["nobody is left", { readyReplicas: undefined }],
    ["the rollout of NATS stands", { readyReplicas: 2, updateRevision: "b" }],
  ])("touches neither schema nor services where %s", (_what, status) => {
    const { error, done } = applyTo({
      rolloutEnds: false,
      servers: { ...cluster.servers, status: { ...cluster.servers.status, ...status } },
    });

    expect(error).toContain("rollout status statefulset/nats");
    expect(done.join("\n")).not.toMatch(/kind=|delete|wait|deployment/);
  });
});

describe("nothing is applied", () => {
  it("where names are left that stand for those of whoever installs it", () => {
    const left = manifests.replace("sanu.bj", "sanu.example");

    const { error, done } = applyTo({ manifests: left });

    expect(error).toContain("https://api.sanu.example");
    expect(done).toEqual([]);
  });

  it("over another overlay; a cluster without any takes each", () => {
    const { error, done } = applyTo({ overlayThere: "staging" });

    expect(error).toContain("the overlay staging, and not production");
    expect(done).toEqual([]);
    expect(applyTo({ overlayThere: "" }).error).toBeUndefined();
  });
});
