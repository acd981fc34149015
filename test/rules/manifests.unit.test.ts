import { describe, expect, it } from "vitest";
import { at, objectsAt, textAt } from "./manifests/json.ts";
import { openEdges } from "./manifests/network.ts";
import { missingCare, shownSecrets, unboundedParts, unsafeParts } from "./manifests/pods.ts";
import {
  graceOf,
  missingConfig,
  namesIn,
  programOf,
  secretNames,
  shownTo,
  variablesOf,
} from "./manifests/settings.ts";
import { home, judge, overlays, rendered, restores } from "./manifests/tree.ts";
import { readText } from "./tree/repository.ts";

const guide = readText(`${home}/README.md`);
const providersGuides = ["fedapay", "lnd"]
  .map((name) => readText(`docs/providers/${name}.md`))
  .join("\n");

/** What the namespace has, whatever is added to it. */
const isolation = { kind: "NetworkPolicy", spec: { podSelector: {} } };
const folders = [...overlays.map((name) => `overlays/${name}`), ...restores];

describe.each(folders)("the manifests of %s", (folder) => {
  const { objects, workloads } = rendered(folder);

  it("are what the schemas of Kubernetes and its operators take, without a field beyond", () => {
    expect(objects.length).toBeGreaterThan(0);
    expect(objects.flatMap(judge)).toEqual([]);
  });

  it("make everything once, in the namespace of the overlay", () => {
    const ids = objects.map((each) =>
      ["apiVersion", "kind"]
        .map((key) => textAt(each, key))
        .concat(textAt(each, "metadata", "name"))
        .join(" "),
    );
    const astray = objects.filter(
      (each) =>
        !["Namespace", "PriorityClass"].includes(textAt(each, "kind")) &&
        textAt(each, "metadata", "namespace") !== "sanu",
    );

    expect(new Set(ids).size).toBe(ids.length);
    expect(astray).toEqual([]);
  });

  it("hold no secret, only the names of secrets, which the guide lists", () => {
    expect(shownSecrets(objects)).toEqual([]);
    expect(secretNames(workloads).filter((secret) => !guide.includes(`\`${secret}\``))).toEqual([]);
  });

  it("run every pod restricted, bounded, and of an image that stays what it is", () => {
    expect(workloads.flatMap(unsafeParts)).toEqual([]);
    expect(workloads.flatMap(unboundedParts)).toEqual([]);
  });

  it("watch what stays, spread it, and move one at a time", () => {
    expect(workloads.flatMap((each) => missingCare(each, objects))).toEqual([]);
    expect(workloads.flatMap((each) => missingConfig(objects, each))).toEqual([]);
  });
});

describe.each(overlays)("the programs of %s", (overlay) => {
  const { objects, workloads } = rendered(`overlays/${overlay}`);
  const ours = workloads.filter(({ labels }) =>
    /^(?:service|job|sandbox)$/.test(labels["sanu.io/kind"] ?? ""),
  );

  it("are the five services, what keeps the streams, and the jobs in front of them", () => {
    const named = ours.map(({ name }) => name).filter((name) => name !== "sandbox");
    const services = ["gateway-api", "identity", "payments", "payouts", "transactions"];

    expect(named.toSorted()).toEqual(
      [...services, "migrate", "stream-controller", "streams"].toSorted(),
    );
  });

  it("get settings that their guides name", () => {
    const strange = ours.flatMap(({ name, containers }) =>
      containers.flatMap((container) => {
        const program = programOf(container);
        const known = namesIn(readText(`${program}/README.md`) + providersGuides);
        return variablesOf(container, objects)
          .filter((variable) => !known.has(variable))
          .map((variable) => `${name}: ${variable} is not in ${program}/README.md`);
      }),
    );

    expect(strange).toEqual([]);
  });

  it("have longer to end than they take", () => {
    const limits = [
      "packages/platform/src/lifecycle/limits.ts",
      "services/gateway-api/src/limits.ts",
    ];
    const stops = limits.flatMap((path) =>
      [...readText(path).matchAll(/stopTimeoutMs: ([\d_]+)/g)].map(([, ms = ""]) =>
        Number(ms.replaceAll("_", "")),
      ),
    );
    const slowest = Math.max(...stops);
    const services = ours.filter(({ labels }) => labels["sanu.io/kind"] === "service");

    expect(stops).toHaveLength(2);
    expect(
      services.filter((each) => graceOf(each).graceMs < graceOf(each).pauseMs + slowest + 10_000),
    ).toEqual([]);
  });

  it("wait for their schema, so that nobody can apply them in the wrong order", () => {
    const waiting = ours.filter(
      ({ kind, containers }) =>
        kind === "Deployment" &&
        containers.some((each) =>
          variablesOf(each, objects).some((name) => name.endsWith("_DATABASE_URL")),
        ),
    );

    expect(
      waiting
        .toSorted((one, other) => (one.name < other.name ? -1 : 1))
        .map(({ name, pod }) => [name, at(objectsAt(pod, "initContainers")[0], "args")]),
    ).toEqual(
      ["identity", "payments", "payouts", "transactions"].map((name) => [
        name,
        ["packages/cli/dist/main.js", "migrate", "--wait", "600", name],
      ]),
    );
  });

  it("log in to a NATS of three, whose rights are the generated ones", () => {
    const nats = workloads.find(({ name }) => name === "nats");
    const users = objects.find((each) => textAt(each, "metadata", "name") === "nats-users");
    const rights = readText("deploy/nats/users.conf");
    const variables = nats?.containers.flatMap((each) => variablesOf(each, objects)) ?? [];
    const wanted = [...rights.matchAll(/password: \$(\w+)/g)].map(([, name = ""]) => name);
    const config = objects.find((each) =>
      textAt(each, "metadata", "name").startsWith("nats-config-"),
    );

    expect(nats?.replicas).toBe(3);
    expect(textAt(users, "data", "users.conf")).toBe(rights);
    expect(wanted.filter((name) => !variables.includes(name))).toEqual([]);
    expect(textAt(config, "data", "nats.conf")).toMatch(/^tls \{[^}]*key_file/m);
  });

  it("name their login beside its password: applied again, they do not keep the name of another one", () => {
    const services = ours.filter(({ labels }) => labels["sanu.io/kind"] === "service");
    const logins = services.map(({ name, containers }) => [
      name,
      ...containers.flatMap((each) =>
        objectsAt(each, "env")
          .filter((variable) => at(variable, "name") === "NATS_USER")
          .map((variable) => at(variable, "value")),
      ),
    ]);

    expect(logins).toHaveLength(6);
    expect(logins).toEqual(
      services.map(({ name }) => [name, name === "stream-controller" ? "streams" : name]),
    );
  });

  it("are shown both of every secret that is changed by having two", () => {
    const page = readText("deploy/runbooks/rotate-secrets.md");
    const others = new Set([...page.matchAll(/`(\w+_OTHER_\w+)`/g)].map(([, name = ""]) => name));
    const shown = ours.flatMap(({ containers }) =>
      containers.flatMap((each) => variablesOf(each, objects)),
    );

    expect(others.size).toBeGreaterThan(2);
    expect([...others].filter((name) => !shown.includes(name))).toEqual([]);
  });

  it("stand in a namespace that says which overlay it has", () => {
    const namespace = objects.find((each) => each["kind"] === "Namespace");

    expect(textAt(namespace, "metadata", "labels", "sanu.io/overlay")).toBe(overlay);
  });

  it("are shown the secrets that the guide gives them, and no other", () => {
    const rows = [...guide.matchAll(/^\| `([\w-]+)` \| (.+?) \| ([\w-]+(?:, [\w-]+)*) \|$/gm)];
    const given = rows
      .filter(
        ([, secret, keys = ""]) =>
          secret !== "backup-store" && (overlay === "local" || !keys.startsWith("only in `local`")),
      )
      .flatMap(([, secret = "", , pods = ""]) =>
        pods.split(", ").map((pod) => `${secret} > ${pod}`),
      )
      .filter((edge) => workloads.some(({ name }) => edge.endsWith(` > ${name}`)));

    expect(rows.length).toBeGreaterThan(10);
    expect(shownTo(workloads).toSorted()).toEqual(given.toSorted());
  });

  it("reach whom the list of the network says, and nobody else", () => {
    const rows = [
      ...readText(`${home}/network.md`).matchAll(
        /^\| ([^|]+?) \| ([^|]+?) \| (\d+) \| ([^|]+?) \|$/gm,
      ),
    ];
    const listed = rows
      .filter(
        ([, , , , where = ""]) => where === "everywhere" || where.split(", ").includes(overlay),
      )
      .map(([, from = "", to = "", port = ""]) => `${from} > ${to}:${port}`);
    const labels = { "app.kubernetes.io/name": "postgres", "cnpg.io/cluster": "postgres" };
    // Pods that no manifest makes: an operator's command, and a customer.
    const others = ["customer", "shell"]
      .map((name) => ({ name, labels: { "app.kubernetes.io/name": name } }))
      .concat(overlay === "local" ? [] : [{ name: "postgres", labels: { ...labels } }]);

    expect(openEdges(objects, workloads, others)).toEqual(listed.toSorted());
  });
});

describe.each(folders)("the servers of Postgres in %s", (folder) => {
  it("may each reach what keeps them and be reached by it", () => {
    const { objects } = rendered(folder);
    const clusters = objects
      .filter((each) => each["kind"] === "Cluster")
      .map((each) => textAt(each, "metadata", "name"));
    const peers = clusters.map((name) => ({ name, labels: { "cnpg.io/cluster": name } }));
    const open = openEdges([isolation, ...objects], [], peers);

    expect(
      clusters.flatMap((name) =>
        [
          `${name} > anywhere:443`,
          `${name} > anywhere:6443`,
          `namespace cnpg-system > ${name}:8000`,
        ].filter((edge) => !open.includes(edge)),
      ),
    ).toEqual([]);
    expect(clusters.length > 0 || folder.endsWith("/local")).toBe(true);
  });
});

describe("the alarms on Kubernetes", () => {
  it("are the ones of deploy/alarms", () => {
    const { objects } = rendered("overlays/production");
    const rule = objects.find((each) => each["kind"] === "PrometheusRule");
    const named = objectsAt(rule, "spec", "groups").flatMap((group) =>
      objectsAt(group, "rules").map((each) => textAt(each, "alert")),
    );
    const written = [...readText("deploy/alarms/sanu.rules.yml").matchAll(/- alert: (\w+)/g)];

    expect(named).toEqual(written.map(([, name]) => name));
    expect(named.length).toBeGreaterThan(10);
  });
});

describe("scaling on lag", () => {
  it("asks about durables that exist, and has an answer where NATS gives none", () => {
    const { objects } = rendered("overlays/production");
    const scaled = objects.filter((each) => each["kind"] === "ScaledObject");
    const durables = [
      ...readText("packages/contracts/src/streams.ts").matchAll(/group: "([\w-]+)"/g),
    ].map(([, name = ""]) => name);
    const asked = scaled.flatMap((each) =>
      objectsAt(each, "spec", "triggers").map((trigger) => textAt(trigger, "metadata", "consumer")),
    );

    expect(scaled.filter((each) => at(each, "spec", "fallback") === undefined)).toEqual([]);
    // Identity's own lag harms nobody in a hurry, and its processor time scales it.
    expect(asked.filter((name) => name !== "").toSorted()).toEqual(
      durables.filter((name) => !name.startsWith("identity-")).toSorted(),
    );
  });
});
