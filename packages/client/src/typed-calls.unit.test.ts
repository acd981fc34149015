import { describe, expectTypeOf, it } from "vitest";
import type { Answer, Output, PagedPath, PathOf, ProblemCode, SanuClient } from "./index.ts";

/** Judged by the compiler, where a document that says less than this would not compile. */
describe("the types made of the document", () => {
  it("know which path has which method, and which list has pages", () => {
    expectTypeOf<"/transactions/create">().toExtend<PathOf<"post">>();
    expectTypeOf<PathOf<"get">>().not.toExtend<PathOf<"post">>();
    expectTypeOf<"/transactions">().toExtend<PagedPath>();
    expectTypeOf<"/rates">().not.toExtend<PagedPath>();
  });

  it("know what goes in and what comes out", () => {
    const read = (sanu: SanuClient) => sanu.get("/transactions/remaining");
    const cancel = (sanu: SanuClient) =>
      sanu.post("/transactions/{id}/cancel", { params: { id: "t1" } });
    expectTypeOf(read).returns.resolves.toExtend<Answer<{ readonly remaining: number }>>();
    expectTypeOf(cancel).returns.resolves.toExtend<Answer<{ readonly success: true }>>();
    type Made = Output<"post", "/transactions/create">;
    expectTypeOf<Made["invoice"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Answer<Made>["body"]["transaction"]["payment_url"]>().toExtend<string | null>();
    expectTypeOf<
      Output<"get", "/kyc/submissions/{id}/documents/{documentId}">
    >().toEqualTypeOf<Blob>();
  });

  it("know every code by its name", () => {
    expectTypeOf<"limit-exceeded">().toExtend<ProblemCode>();
    expectTypeOf<"limit-exceded">().not.toExtend<ProblemCode>();
  });
});
