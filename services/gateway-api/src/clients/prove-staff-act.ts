import {
  AssertStaffAct,
  jsonText,
  publishingServices,
  type RequestDefinition,
  type StaffCredential,
} from "@sanu/contracts";
import {
  type Messaging,
  payloadHash,
  type RequestOptions,
  type RequestResult,
} from "@sanu/platform";

/** What somebody of the staff showed us, to be shown to identity. */
export interface ShownCredential {
  readonly credential: StaffCredential;
  readonly address: string;
}

type Proven =
  | { readonly kind: "proven"; readonly assertion: string | undefined }
  | Exclude<RequestResult<unknown>, { kind: "replied" }>;

/**
 * What the service demands of a request of the staff: identity's word for exactly these bytes. It counts once, so every
 * attempt has its own.
 */
export async function proveStaffAct(
  request: Messaging["request"],
  { service: name, name: asked, staff }: RequestDefinition,
  {
    input,
    shown,
    options,
  }: {
    readonly input: unknown;
    readonly shown: ShownCredential | undefined;
    readonly options: RequestOptions;
  },
): Promise<Proven> {
  if (staff === undefined) return { kind: "proven", assertion: undefined };
  const service = publishingServices.find((one) => one === name);
  // A route that is not the staff's sends no credential on.
  if (shown === undefined || service === undefined) {
    return { kind: "refused", refusal: { code: "forbidden" } };
  }
  const bodyHash = payloadHash(jsonText(input));
  const about = { ...shown, service, request: asked, bodyHash };
  const result = await request(AssertStaffAct, about, options);
  return result.kind === "replied" ? { kind: "proven", assertion: result.data.assertion } : result;
}
