import { at, isObject, type JsonObject, objectsAt, textAt } from "./json.ts";
import { mainContainer, type Workload } from "./pods.ts";

/** Of Node itself, and of the CLI's jobs, which the CLI's README names. */
const notOurs = new Set(["NODE_EXTRA_CA_CERTS"]);

/** Names of the variables that a container gets: from ConfigMaps of the tree, and one by one. Of Secrets as a whole nothing is known. */
export function variablesOf(
  container: JsonObject,
  objects: readonly JsonObject[],
): readonly string[] {
  const maps = objectsAt(container, "envFrom").map((each) => textAt(each, "configMapRef", "name"));
  const fromMaps = objects
    .filter(
      (each) => each["kind"] === "ConfigMap" && maps.includes(textAt(each, "metadata", "name")),
    )
    .flatMap((each) => Object.keys(isObject(each["data"]) ? each["data"] : {}));
  const own = objectsAt(container, "env");
  const parts = own.flatMap((each) =>
    [...textAt(each, "value").matchAll(/\$\(([A-Z_]+)\)/g)].map(([, name = ""]) => name),
  );
  return [...fromMaps, ...own.map((each) => textAt(each, "name"))].filter(
    (name) => !parts.includes(name) && !notOurs.has(name),
  );
}

/** Which program of the image a container runs: the folder of its bundle. */
export function programOf(container: JsonObject): string {
  return /^(.*)\/dist\/main\.js$/.exec(textAt(container, "args", 0))?.[1] ?? "";
}

/** Names that a README's code spans hold, `…_MAX` and the like aside. */
export function namesIn(readme: string): ReadonlySet<string> {
  return new Set(
    [...readme.matchAll(/`-?([A-Z][A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = ""]) => name),
  );
}

/** References that lead nowhere: ConfigMaps that nothing makes. Secrets are made elsewhere, by the names that `secretNames` gives. */
export function missingConfig(
  objects: readonly JsonObject[],
  { pod, containers }: Workload,
): readonly string[] {
  const made = new Set(
    objects
      .filter((each) => each["kind"] === "ConfigMap")
      .map((each) => textAt(each, "metadata", "name")),
  );
  const volumes = objectsAt(pod, "volumes");
  const named = [
    ...volumes.map((each) => textAt(each, "configMap", "name")),
    ...volumes.flatMap((each) =>
      objectsAt(each, "projected", "sources").map((one) => textAt(one, "configMap", "name")),
    ),
    ...containers.flatMap((each) =>
      objectsAt(each, "envFrom").map((one) => textAt(one, "configMapRef", "name")),
    ),
  ];
  return named.filter((name) => name !== "" && !made.has(name));
}

/** The Secrets that pods and the database's operator read, by name. */
export function secretNames(workloads: readonly Workload[]): readonly string[] {
  const names = workloads.flatMap(({ pod, containers }) => [
    ...objectsAt(pod, "volumes").map((each) => textAt(each, "secret", "secretName")),
    ...containers.flatMap((each) => [
      ...objectsAt(each, "env").map((one) => textAt(one, "valueFrom", "secretKeyRef", "name")),
      ...objectsAt(each, "envFrom").map((one) => textAt(one, "secretRef", "name")),
    ]),
  ]);
  return [...new Set(names.filter((name) => name !== ""))].toSorted();
}

/** Which pods are shown a Secret, as `secret > pod`; the certificate of who signed is everybody's. */
export function shownTo(workloads: readonly Workload[]): readonly string[] {
  const isSigner = (volume: JsonObject) =>
    JSON.stringify(at(volume, "secret", "items"))?.replaceAll(/\s/g, "") ===
    '[{"key":"ca.crt","path":"ca.crt"}]';
  return workloads.flatMap((each) => {
    const pod = {
      ...each.pod,
      volumes: objectsAt(each.pod, "volumes").filter((volume) => !isSigner(volume)),
    };
    return secretNames([{ ...each, pod }]).map((secret) => `${secret} > ${each.name}`);
  });
}

export function graceOf(workload: Workload): {
  readonly graceMs: number;
  readonly pauseMs: number;
} {
  const { pod } = workload;
  const main = mainContainer(workload);
  const grace = at(pod, "terminationGracePeriodSeconds");
  const pause = at(main, "lifecycle", "preStop", "sleep", "seconds");
  return {
    graceMs: typeof grace === "number" ? grace * 1_000 : 0,
    pauseMs: typeof pause === "number" ? pause * 1_000 : 0,
  };
}
