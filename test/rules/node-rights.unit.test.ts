import { nodeRights } from "@sanu/local-stack";
import { expect, it } from "vitest";
import { readText } from "./tree/repository.ts";

it.each(Object.entries(nodeRights))(
  "the guide has an operator bake for %s what the tests against real nodes run with",
  (service, rights) => {
    const guide = readText("docs/providers/lnd.md");
    const command = guide
      .split("```")
      .find((part) => part.includes(`--save_to ${service}.macaroon`));

    const baked = [...(command ?? "").matchAll(/uri:(\S+)/g)].map(([, right]) => right);
    expect(baked).toEqual([...rights]);
  },
);
