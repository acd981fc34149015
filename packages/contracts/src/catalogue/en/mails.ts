import type { mails as french } from "../fr/mails.ts";
import type { SameWords } from "../gaps.ts";
import { secondFactorMails } from "./second-factor-mails.ts";

const lifetime = "It is valid for {minutes} minutes and works once.";
const neverShare = "Do not share this code with anyone. Sanu will never ask you for it.";
const notYou =
  "It was not you? Ask for a new password at once, which closes all open sessions, and then put your data right.";

export const mails: SameWords<typeof french> = {
  link: {
    plain: "Or open this link, in the browser where you asked for it:",
    html: "Or open this link, in the browser where you asked for it",
    only: "Codes were asked for too often at this address. Open this link, in the browser where you asked for it:",
  },
  ofKind: {
    "activation-code": {
      subject: "Your Sanu confirmation code",
      title: "Confirm your e-mail address",
      lead: "Enter this code to activate your Sanu account:",
      below: lifetime,
      userIdLabel: "Your user id:",
      warnings: [
        neverShare,
        "You did not create an account? Ignore this e-mail: without the code nothing happens.",
      ],
    },
    "reactivation-code": {
      subject: "Your code to reopen your Sanu account",
      title: "Reopen your account",
      lead: "Enter this code to reactivate your Sanu account:",
      below: lifetime,
      warnings: [
        neverShare,
        "You did not ask for this? Ignore this e-mail: your account stays closed.",
      ],
    },
    "reset-code": {
      subject: "Your code to change your Sanu password",
      title: "Choose a new password",
      lead: "Enter this code together with your new password:",
      below: lifetime,
      warnings: [
        neverShare,
        "You did not ask for this? Ignore this e-mail: your password stays the same.",
      ],
    },
    "password-changed": {
      subject: "Your Sanu password was changed",
      title: "Your password was changed",
      lead: "A new password was chosen for your Sanu account.",
      below: "All open sessions were closed. Log in again with the new one.",
      warnings: [
        "It was not you? Ask for a new password code at once, and change the password of your mailbox.",
      ],
    },
    "account-deactivated": {
      subject: "Your Sanu account is closed",
      title: "Your account is closed",
      lead: "Your Sanu account was deactivated, as requested.",
      below:
        "Transactions that are under way go on to their end; your standing orders have ended and order nothing any more. You can reopen the account at any time with a code sent to this address.",
      warnings: ["It was not you? Reopen your account and change your password."],
    },
    "already-registered": {
      subject: "You already have a Sanu account",
      title: "You already have an account",
      lead: "Somebody has just registered at Sanu with your address, which has an account already.",
      below: "Nothing has changed. If it was you, log in or ask for a new password.",
      warnings: ["It was not you? There is nothing you have to do."],
    },
    "kyc-approved": {
      subject: "Your identity is verified",
      title: "Your documents are accepted",
      lead: "We have checked the documents that you sent to Sanu.",
      below: "Your new monthly limit is shown in your account.",
      warnings: ["You sent nothing? Change your password and write to us."],
    },
    "kyc-rejected": {
      subject: "Your documents could not be accepted",
      title: "Your documents are not accepted",
      lead: "We could not verify your identity with the documents that you sent to Sanu.",
      below: "The reason is shown in your account. You can send other documents.",
      warnings: ["You sent nothing? Change your password and write to us."],
    },
    "account-erased": {
      subject: "Your Sanu account is deleted",
      title: "Your data are deleted",
      lead: "Your account and everything we knew about you are deleted. Nothing is kept.",
      below: "This address is deleted too, as soon as this mail has left.",
      warnings: ["You did not ask for this? Write to us."],
    },
    "account-sealed": {
      subject: "Your Sanu account is deleted, and what remains of it",
      title: "Your data are deleted",
      lead: "Your account and everything we knew about you are deleted, except what the law against money laundering obliges us to keep: who you are, the identity documents that we accepted and, for each paid transaction, who paid and who received. It is sealed, and will be deleted after:",
      below:
        "None of our services can open it: it takes two people together, and every opening is recorded. Outside the seal this address is deleted as soon as this mail has left.",
      warnings: ["You did not ask for this? Write to us."],
    },
    "order-due": {
      subject: "Your standing order waits for your payment",
      title: "Your order waits for your payment",
      lead: "Your standing order is due and its transaction is ready. Nothing is taken without your consent: accept the prompt on your phone, or pay on this page:",
      below:
        "The page closes after some minutes. Without a payment the transaction is cancelled, and you owe nothing.",
      warnings: [
        "You ordered nothing in advance? Do not pay, change your password and write to us.",
      ],
    },
    "order-failing": {
      subject: "Your standing order was stopped",
      title: "Your standing order was stopped",
      lead: "It failed several times in a row: it has ended and orders nothing any more.",
      below:
        "Nothing is lost and you owe nothing. The reasons are shown in your account, where you can place a new one.",
      warnings: ["You ordered nothing in advance? Change your password and write to us."],
    },
    "details-changed": {
      subject: "Your details at Sanu have changed",
      title: "Your details have changed",
      lead: "The country or the WhatsApp number of your Sanu account has just been changed.",
      below: "Your account shows the new ones.",
      warnings: [notYou],
    },
    "wallet-changed": {
      subject: "Your saved addresses or numbers at Sanu have changed",
      title: "Your saved addresses or numbers have changed",
      lead: "A receiving address or a number has just been saved in your Sanu account, or has become its default.",
      below:
        "Check the list in your account before your next order: it is where your bitcoin or your money would be sent.",
      warnings: [notYou],
    },
    "order-placed": {
      subject: "A standing order was placed in your Sanu account",
      title: "A standing order was placed",
      lead: "A standing order has just been placed in your Sanu account.",
      below:
        "Your account shows its amount, when it is due and the address that will receive the bitcoin, and you can cancel it there. Nothing is taken without your consent each time it is due.",
      warnings: [
        "It was not you? Cancel the order, accept no prompt on your phone, and ask for a new password at once: it closes all open sessions.",
      ],
    },
    "refund-invoice-provided": {
      subject: "An invoice was given for the return of your satoshis",
      title: "Your satoshis go to an invoice",
      lead: "A Lightning invoice has just been given in your Sanu account, for the return of the satoshis of a sale that did not succeed.",
      below: "They are on their way to this invoice. Your account shows the transaction.",
      warnings: [
        "It was not you? Ask for a new password at once, which closes all open sessions, and write to us.",
      ],
    },
    "refund-invoice-needed": {
      subject: "An invoice is needed for the return of your satoshis",
      title: "Where shall your satoshis go back to?",
      lead: "Satoshis that you sent for a sale have to go back to you, and we do not know where to send them. Nothing is lost: they wait for your invoice.",
      below:
        "Give a Lightning invoice without an amount in your account, for the transaction in question. The satoshis leave for this invoice.",
      warnings: ["Give this invoice in your Sanu account alone, never by mail or on the phone."],
    },
    ...secondFactorMails,
  },
};
