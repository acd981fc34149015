/** Why an account refuses a command. */
export type AccountRefusal = "not-registered";
