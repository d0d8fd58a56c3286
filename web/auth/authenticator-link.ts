const PRODUCT = 'Sextant'

/** What an authenticator app reads out of the QR code: issuer and label are the product, and the account is named. */
export function authenticatorLink(secret: string, email: string): string {
  const label = [PRODUCT, email].filter(Boolean).map(encodeURIComponent).join(':')
  return `otpauth://totp/${label}?secret=${secret}&issuer=${PRODUCT}`
}

/** In groups of four, as people type it. */
export const groupedSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
