import type { World } from "@sanu/testing";

/** Documents that somebody hands in, as a browser sends them. */
export async function handIn(
  { api }: Pick<World, "api">,
  token: string,
  of: { readonly number?: string; readonly content?: string; readonly name?: string } = {},
): Promise<void> {
  const { number = "A1", content = "document", name = "passport" } = of;
  const form = new FormData();
  form.set("document_kind", "PASSPORT");
  form.set("document_number", number);
  form.set("documents", new Blob([`%PDF-1.7 ${content}`]), `${name}.pdf`);
  const encoded = new Response(form);
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  const rawBody = new Uint8Array(await encoded.arrayBuffer());
  const response = await api.call("POST", "/api/v1/kyc", { token, rawBody, headers });
  if (response.status !== 201) throw new Error(`kyc: ${response.status} ${response.text}`);
}
