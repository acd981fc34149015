import { expect, it } from "vitest";
import { readStartArguments } from "./arguments.ts";

it("starts with the demonstration and stays up when nothing is said", () => {
  expect(readStartArguments([])).toEqual({
    once: false,
    json: false,
    fresh: false,
    demo: true,
    basePort: 8440,
    rails: "sandbox",
    observe: false,
    help: false,
    settings: {},
    against: undefined,
  });
});

it("understands every option", () => {
  const args = ["--once", "--json", "--fresh", "--no-demo", "--ports", "20000", "--help"].concat(
    "--rails=lightning",
    "--observe",
  );

  expect(readStartArguments(args)).toEqual({
    once: true,
    json: true,
    fresh: true,
    demo: false,
    basePort: 20_000,
    rails: "lightning",
    observe: true,
    help: true,
    settings: {},
    against: undefined,
  });
});

it("takes settings of the services, each with all behind its first sign of equality", () => {
  const args = [
    "--set",
    "COLLECTION_RAIL=fedapay,mtnmomo",
    "--set=FEDAPAY_SECRET_KEY=sk=a==",
    "--set",
    "A=",
  ];
  expect(readStartArguments(args).settings).toEqual({
    COLLECTION_RAIL: "fedapay,mtnmomo",
    FEDAPAY_SECRET_KEY: "sk=a==",
    A: "",
  });
});

it.each(["secret", "=secret", "lower=secret", "A B=secret"])(
  "refuses the setting %j, and does not repeat it",
  (text) => {
    const read = () => readStartArguments(["--set", text]);
    expect(read).toThrow("--set takes a name and a value");
    expect(read).not.toThrow("secret");
  },
);

it("is told of a system that runs already", () => {
  const args = ["--against", "https://localhost:9443/", "--mails", "http://localhost:8025"];
  const reached = { apiUrl: "https://localhost:9443", mailPageUrl: "http://localhost:8025/" };

  expect(readStartArguments(args).against).toEqual({ ...reached, certificateFile: undefined });
  expect(readStartArguments([...args, "--certificate", "a.pem"]).against).toEqual({
    ...reached,
    certificateFile: "a.pem",
  });
});

it.each([
  ["--against=https://localhost:9443"],
  ["--mails=http://localhost:8025"],
  ["--against=localhost:9443 --mails=http://localhost:8025"],
])("refuses %j, which does not tell how to reach a system", (line) => {
  expect(() => readStartArguments(line.split(" "))).toThrow(
    /--against (needs|takes)|for --against/,
  );
});

it("refuses rails that there are none of", () => {
  expect(() => readStartArguments(["--rails", "gold"])).toThrow(
    "--rails takes sandbox or lightning",
  );
});

it.each(["80", "65530", "8440x", "-1", ""])("refuses the base port %j", (text) => {
  expect(() => readStartArguments([`--ports=${text}`])).toThrow("--ports takes a number");
});

it.each([["--onse"], ["now"]])("refuses %j, which means nothing", (arg) => {
  expect(() => readStartArguments([arg])).toThrow(arg);
});
