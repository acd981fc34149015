/** What a one-time password is for; a code for one purpose opens no other. */
export type OtpPurpose = "activate";
