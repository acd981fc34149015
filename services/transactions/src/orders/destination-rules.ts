import type { FieldRule } from "@sanu/contracts";
import type { ReceiverRefusal } from "@sanu/rails";

/** What a person is told of a receiver that cannot be used. */
export function receiverRule(code: ReceiverRefusal): FieldRule {
  return code === "wrong-network" ? "wrong-network" : "invalid-receiver";
}

/** What a person is told of a text that is no number, or of one that is empty. */
export function phoneRule(number: string, code: "not-a-number" | "unsupported-country"): FieldRule {
  if (number === "") return "required";
  return code === "unsupported-country" ? "unsupported-country" : "invalid-phone-number";
}
