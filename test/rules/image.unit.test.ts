import { memoryEnvironment } from "@sanu/local-stack";
import { expect, it } from "vitest";
import { readText } from "./tree/repository.ts";

it("programs of an image and those of `npm start` get the same memory", () => {
  const set = [...readText("deploy/Dockerfile").matchAll(/^ENV (.*)$/gm)].flatMap(([, line = ""]) =>
    line.split(" "),
  );
  expect(set).toEqual(
    expect.arrayContaining(
      Object.entries(memoryEnvironment).map(([name, value]) => `${name}=${value}`),
    ),
  );
});
