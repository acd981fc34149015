import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { at, objectsAt, textAt } from "../manifests/json.ts";
import { rendered } from "../manifests/tree.ts";
import { readText, root } from "../tree/repository.ts";
import { listOwnLabels } from "./list-series.ts";

/** What the Prometheus operator says of each target, and `up` and the boards ask for. */
const labelsOfTarget = ["container", "endpoint", "instance", "job", "namespace", "pod"];

const { objects } = rendered("overlays/production");

describe("what is scraped on Kubernetes", () => {
  it("keeps the service that our series name, where the scraper has a name of its own", () => {
    const monitor = objects.find(
      (each) => each["kind"] === "ServiceMonitor" && textAt(each, "metadata", "name") === "sanu",
    );
    const endpoints = objectsAt(monitor, "spec", "endpoints");

    expect(endpoints.map((each) => at(each, "honorLabels"))).toEqual([true]);
  });

  it("replaces no label of the scraper but that one", async () => {
    const series = await listOwnLabels();
    const taken = [...series].flatMap(([name, labels]) =>
      [...labelsOfTarget, "service"].flatMap((label) =>
        labels.has(label) ? [`${name}{${label}}`] : [],
      ),
    );

    expect(series.size).toBeGreaterThan(50);
    expect(taken).toEqual([]);
  });

  it("is missed where a program has no replica: each of them by its name", () => {
    const rules = objects
      .filter((each) => each["kind"] === "PrometheusRule")
      .flatMap((each) => objectsAt(each, "spec", "groups"))
      .flatMap((group) => objectsAt(group, "rules"));
    const missedBy = (alert: string) => {
      const rule = rules.find((each) => textAt(each, "alert") === alert);
      const named = textAt(rule, "expr").matchAll(
        /absent\(sanu_event_loop_utilization\{service="([a-z-]+)"\}\)/g,
      );
      return [...named].map(([, name = ""]) => name).toSorted();
    };
    const [, ofStreams = ""] =
      /^const SERVICE = "([a-z-]+)";$/m.exec(readText("packages/cli/src/stream-controller.ts")) ??
      [];

    expect(missedBy("SanuServiceMissing")).toEqual(readdirSync(join(root, "services")).toSorted());
    expect(missedBy("SanuStreamControllerMissing")).toEqual([ofStreams]);
  });
});
