export { type Proof, proveStaffAct } from "./prove.ts";
export { operationOf, payloadHash, type StaffAct, type StaffRequest } from "./staff-act.ts";
export { type Admission, createStaffGate, type StaffGate } from "./staff-gate.ts";
