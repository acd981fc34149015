import { encodeQR } from "qr";

/**
 * An invoice as a QR code that wallets read, as SVG. In capitals it needs fewer dots, and reads the same: BOLT 11 and
 * the scheme know no difference.
 */
export function invoiceQr(invoice: string): string {
  return encodeQR(invoiceUri(invoice).toUpperCase(), "svg", { ecc: "medium", border: 2 });
}

/** What opens a wallet on the same device. */
export function invoiceUri(invoice: string): string {
  return `lightning:${invoice}`;
}
