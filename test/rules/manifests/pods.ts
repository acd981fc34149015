import { at, isObject, type Json, type JsonObject, objectsAt, textAt } from "./json.ts";
import { nameOf } from "./schemas.ts";

/** What runs pods, with their template. */
export interface Workload {
  readonly name: string;
  readonly kind: string;
  readonly replicas: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: JsonObject;
  readonly containers: readonly JsonObject[];
}

const workloadKinds = new Set(["Deployment", "StatefulSet", "Job"]);

export function workloadsOf(objects: readonly JsonObject[]): readonly Workload[] {
  return objects
    .filter((each) => workloadKinds.has(textAt(each, "kind")))
    .map((each) => {
      const pod = at(each, "spec", "template", "spec");
      const replicas = at(each, "spec", "replicas");
      return {
        name: textAt(each, "metadata", "name"),
        kind: textAt(each, "kind"),
        replicas: typeof replicas === "number" ? replicas : 1,
        labels: labelsAt(at(each, "spec", "template", "metadata", "labels")),
        pod: isObject(pod) ? pod : {},
        containers: [...objectsAt(pod, "initContainers"), ...objectsAt(pod, "containers")],
      };
    });
}

export function labelsAt(value: Json | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).map(([name, each]) => [
      name,
      typeof each === "string" ? each : "",
    ]),
  );
}

/** Breaches of the pod security standard `restricted`, and of what we want beyond it: a root that is read only, no token. */
export function unsafeParts({ name, pod, containers }: Workload): readonly string[] {
  const wrong: string[] = [];
  const want = (is: boolean, what: string) => void (is || wrong.push(`${name}: ${what}`));
  want(at(pod, "securityContext", "runAsNonRoot") === true, "may run as root");
  want(at(pod, "securityContext", "runAsUser") !== undefined, "names no user");
  want(textAt(pod, "securityContext", "seccompProfile", "type") === "RuntimeDefault", "seccomp");
  want(at(pod, "automountServiceAccountToken") === false, "gets a token of the cluster");
  want(at(pod, "enableServiceLinks") === false, "gets variables of the cluster");
  for (const host of ["hostNetwork", "hostPID", "hostIPC"]) want(!(host in pod), host);
  for (const each of containers) {
    const security = at(each, "securityContext");
    const of = `container ${textAt(each, "name")}`;
    want(at(security, "allowPrivilegeEscalation") === false, `${of} may rise`);
    want(at(security, "readOnlyRootFilesystem") === true, `${of} writes its root`);
    const dropped = at(security, "capabilities", "drop");
    want(JSON.stringify(dropped) === '["ALL"]', `${of} keeps capabilities`);
    want(at(each, "securityContext", "capabilities", "add") === undefined, `${of} adds some`);
  }
  const allowed = ["configMap", "emptyDir", "persistentVolumeClaim", "projected", "secret"];
  for (const volume of objectsAt(pod, "volumes")) {
    const kinds = Object.keys(volume).filter((key) => key !== "name");
    want(
      kinds.every((kind) => allowed.includes(kind)),
      `volume ${kinds.join()}`,
    );
  }
  return wrong;
}

const milli = /^\d+m?$/;

/** Every container says what it needs and the most memory that it gets, and never which image it is by accident. */
export function unboundedParts({ name, containers }: Workload): readonly string[] {
  return containers.flatMap((each) => {
    const of = `${name}, container ${textAt(each, "name")}`;
    const image = textAt(each, "image");
    return [
      milli.test(textAt(each, "resources", "requests", "cpu")) ? [] : [`${of}: no processor time`],
      textAt(each, "resources", "requests", "memory") === "" ? [`${of}: no memory asked for`] : [],
      textAt(each, "resources", "limits", "memory") === "" ? [`${of}: memory without a limit`] : [],
      /:(?!latest$)[\w.-]+$/.test(image) ? [] : [`${of}: ${image} has no tag, or moves`],
    ].flat();
  });
}

/** What a pod that stays has so that it can be watched, moved and replaced. */
export function missingCare(workload: Workload, objects: readonly JsonObject[]): readonly string[] {
  const { name, kind, labels, pod } = workload;
  if (kind === "Job") return [];
  const main = mainContainer(workload);
  const wrong: string[] = [];
  const want = (is: boolean, what: string) => void (is || wrong.push(`${name}: ${what}`));
  for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
    want(at(main, probe) !== undefined, `no ${probe}`);
  }
  want(
    textAt(main, "livenessProbe", "httpGet", "path") !== "/readyz" || name === "sandbox",
    "lives by what others do",
  );
  want(budgetsOver(labels, objects).length === 1, "no single budget for disruptions");
  want(
    name === "sandbox" || objectsAt(pod, "topologySpreadConstraints").length > 0,
    "is not spread",
  );
  want(name === "sandbox" || textAt(pod, "priorityClassName") !== "", "has no priority");
  const isServed = servicesOver(labels, objects).some(
    (each) => at(each, "spec", "clusterIP") !== "None",
  );
  want(!isServed || at(main, "lifecycle", "preStop") !== undefined, "does not wait before it goes");
  return wrong;
}

/** Not what stands beside it, as an exporter does. */
export function mainContainer({ name, pod }: Workload): JsonObject | undefined {
  return objectsAt(pod, "containers").find((each) =>
    ["service", name].includes(textAt(each, "name")),
  );
}

function budgetsOver(labels: Workload["labels"], objects: readonly JsonObject[]) {
  return objects.filter(
    (each) =>
      each["kind"] === "PodDisruptionBudget" &&
      selects(labelsAt(at(each, "spec", "selector", "matchLabels")), labels),
  );
}

function servicesOver(labels: Workload["labels"], objects: readonly JsonObject[]) {
  return objects.filter(
    (each) => each["kind"] === "Service" && selects(labelsAt(at(each, "spec", "selector")), labels),
  );
}

export function selects(
  wanted: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

/** Secrets with values in them: they come from a store, never from the tree. */
export function shownSecrets(objects: readonly JsonObject[]): readonly string[] {
  return objects.filter((each) => each["kind"] === "Secret").map(nameOf);
}
