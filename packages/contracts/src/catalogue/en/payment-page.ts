import type { paymentPage as french } from "../fr/payment-page.ts";
import type { SameWords } from "../gaps.ts";

export const paymentPage: SameWords<typeof french> = {
  title: "Payment",
  amount: "Amount",
  receiver: "Receiver",
  reference: "Reference",
  until: "To be paid before",
  pay: "Pay now",
  afterwards:
    "Do not pay after that: the transaction ends by itself. What comes too late goes back to you.",
  states: {
    preparing: {
      title: "Preparing the payment",
      text: "We are contacting your operator. Nothing is taken without your consent. This page follows by itself.",
    },
    payable: {
      title: "Waiting for your payment",
      text: "Pay with your operator, then come back here if you like.",
    },
    processing: {
      title: "Payment received",
      text: "Sending is under way. There is nothing left for you to do.",
    },
    checking: {
      title: "Payment received, being checked",
      text: "Our team checks this transaction before it goes on, which can take a while. Nothing is lost: it will be sent, or your money goes back to you. Please do not pay a second time.",
    },
    completed: { title: "Done", text: "The payment is received and everything is sent." },
    returning: {
      title: "Your money goes back to you",
      text: "It could not be sent on. What you have paid goes back to you. Please do not pay a second time.",
    },
    ended: {
      title: "The time is over",
      text: "Please do not pay any more. What was paid in time counts, what comes too late goes back to you. To try again, create a new transaction.",
    },
    cancelling: {
      title: "Cancellation requested",
      text: "Please do not pay any more, and decline what your phone may still ask. The cancellation is not confirmed yet: what was paid in time counts, what comes too late goes back to you.",
    },
    failed: {
      title: "Not completed",
      text: "This transaction was not completed. Please do not pay any more. If you had already paid, your money goes back to you.",
    },
  },
  sale: {
    toPay: "To send",
    toReceive: "You receive",
    sent: "Sent",
    received: "Received",
    open: "Open in my wallet",
    scan: "QR code of the Lightning invoice",
    invoice: "Lightning invoice",
    copy: "Copy the invoice",
    copied: "Invoice copied",
    select: "Invoice selected: copy it",
    afterwards:
      "Do not pay after that: the invoice is no longer valid. What comes too late goes back to you.",
    preparing: {
      title: "Preparing the invoice",
      text: "Your Lightning invoice is on its way. This page follows by itself.",
    },
    payable: {
      title: "Waiting for your payment",
      text: "Pay this Lightning invoice with your wallet, in one go.",
    },
    processing: {
      title: "Bitcoin received",
      text: "The francs are being sent. There is nothing left for you to do.",
    },
    checking: {
      title: "Bitcoin received, being checked",
      text: "Our team checks this transaction before it goes on, which can take a while. Nothing is lost: the francs will reach you, or your bitcoin goes back to you. Please do not pay a second time.",
    },
    returning: {
      title: "Your bitcoin goes back to you",
      text: "The francs could not be sent. If we do not know where to return your bitcoin, we ask you by mail for an invoice. Please do not pay a second time.",
    },
  },
  gone: {
    title: "Link not found",
    text: "This payment link does not exist or has ended. Your account shows how your transaction stands.",
  },
  away: {
    title: "Temporarily unavailable",
    text: "Nothing is lost. The page reloads by itself in a few seconds.",
  },
};
