import { vi } from "vitest";

/** What a command says on its way, the error that ends it included. */
export async function sayingOf(run: () => Promise<unknown>): Promise<string> {
  const said: string[] = [];
  const written = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
  try {
    await run();
  } catch (error) {
    said.push(String(error));
  } finally {
    written.mockRestore();
  }
  return said.join("");
}
