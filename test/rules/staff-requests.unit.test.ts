import * as contracts from "@sanu/contracts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findUnproven } from "./staff/find-unproven.ts";
import { isTest, readSources, type SourceFile } from "./tree/repository.ts";

const exported: Readonly<Record<string, unknown>> = contracts;
const routes = readSources().filter(
  ({ path }) => path.startsWith("services/gateway-api/src/routes/") && !isTest(path),
);

/** The request of a name, or those in a list or a set of requests. */
function definitionsOf(name: string): readonly contracts.RequestDefinition[] {
  return definitionsIn(exported[name]);
}

function definitionsIn(value: unknown): readonly contracts.RequestDefinition[] {
  if (typeof value !== "object" || value === null) return [];
  if (isRequest(value)) return [value];
  return Object.values(value).filter(isRequest);
}

function isRequest(value: unknown): value is contracts.RequestDefinition {
  return typeof value === "object" && value !== null && "reply" in value && "refusals" in value;
}

describe("the requests of the staff", () => {
  it("are all proven, and no other route sends one", () => {
    expect(routes.length).toBeGreaterThan(60);
    expect(findUnproven(routes, definitionsOf)).toEqual([]);
  });

  it("name who sends them where they change something", () => {
    const acts = Object.values(exported)
      .flatMap(definitionsIn)
      .filter(({ staff }) => staff !== undefined && staff.act !== "look");
    const authorless = acts.filter(({ request, staff }) => {
      const shape = request instanceof z.ZodObject ? request.shape : {};
      return staff === undefined || contracts.authorsIn(staff, shape).length === 0;
    });
    expect(acts.length).toBeGreaterThan(5);
    expect(authorless.map(({ name }) => name)).toEqual([]);
  });
});

describe("a planted route", () => {
  const unproven = { ...contracts.FreezeRates, staff: undefined };
  const planted = (access: string, name: string, more = ""): SourceFile => ({
    path: `services/gateway-api/src/routes/rates/${name.toLowerCase()}.ts`,
    text: `import { ${name} } from "@sanu/contracts";\n${more}\ndefineRoute({ access: "${access}" })`,
  });
  const find = (files: readonly SourceFile[]) =>
    findUnproven(files, (name) =>
      name === "Unproven" ? [unproven as never] : definitionsOf(name),
    );

  it("is found that sends for the staff what nothing proves, also through another file", () => {
    expect(find([planted("admins", "Unproven")])).toHaveLength(1);
    const helper = planted("", "Unproven");
    const route = planted("admins", "ListUsers", 'import { x } from "./unproven.ts";');
    const through = [{ ...helper, text: helper.text.replace('access: ""', "") }, route];
    expect(find(through)).toHaveLength(1);
  });

  it("is found that sends for everybody what is the staff's", () => {
    expect(find([planted("accounts", "FreezeRates")])).toHaveLength(1);
  });

  it("is found that is for the staff and for others at once", () => {
    const both = planted("admins", "ListRates", 'access: "accounts"');
    expect(find([both])).toHaveLength(1);
  });

  it("may send for the staff what everybody may send", () => {
    expect(find([planted("admins", "GetRates"), planted("everybody", "GetRates")])).toEqual([]);
  });
});
