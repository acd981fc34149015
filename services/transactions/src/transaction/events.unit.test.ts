import { jsonText } from "@sanu/contracts";
import { expect, it } from "vitest";
import { TransactionEvent } from "./events.ts";
import {
  completed,
  created,
  failed,
  held,
  linked,
  paid,
  refundSettled,
} from "./example-events.fixture.ts";

it.each([created, linked, paid, held, refundSettled(), completed, failed])(
  "reads a stored $type as it was written",
  (event) => {
    expect(TransactionEvent.parse(JSON.parse(jsonText(event)))).toEqual(event);
  },
);
