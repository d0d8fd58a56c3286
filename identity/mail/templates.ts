import type { Mail } from './mail-queue.ts'

/** What a mail says. Nothing in it was typed by a stranger: only the code, the product's name and numbers of ours. */
interface Letter {
  subject: string
  /** The first sentence, before the code. */
  opening: string
  code?: string
  /** Sentences after the code. */
  closing: string[]
}

/** All sessions of the owner end with it, and a new password alone lets nobody in: only an operator takes it away. */
const FACTOR_OF_ANOTHER =
  'If it was not you, choose a new password by the link for a forgotten one, and ask whoever runs this installation to take the authenticator away.'

export const letters = {
  confirmSignUp: (product: string, code: string): Letter => ({
    subject: `${code} is your ${product} verification code`,
    opening: `Welcome to ${product}. Enter this code to confirm your address:`,
    code,
    closing: [
      'The code is good for 24 hours.',
      `If you did not sign up for ${product}, ignore this mail: nothing happens.`,
    ],
  }),
  resetPassword: (product: string, code: string): Letter => ({
    subject: `${code} is your ${product} password code`,
    opening: `Somebody, hopefully you, forgot the password of your ${product} account. Enter this code to choose a new one:`,
    code,
    closing: [
      'The code is good for 10 minutes.',
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
  }),
  confirmAddress: (product: string, code: string): Letter => ({
    subject: `${code} is your ${product} verification code`,
    opening: `Enter this code to confirm this address for your ${product} account:`,
    code,
    closing: [
      'The code is good for one hour.',
      'If you did not ask for it, ignore this mail: nothing changes.',
    ],
  }),
  addressChanging: (product: string): Letter => ({
    subject: `Your ${product} address is about to change`,
    opening: `Somebody, hopefully you, asked to change the address of your ${product} account.`,
    closing: [
      'It changes once the new address is confirmed.',
      'If it was not you, sign in, sign out everywhere and choose a new password.',
    ],
  }),
  passwordChanged: (product: string): Letter => ({
    subject: `Your ${product} password was changed`,
    opening: `The password of your ${product} account has just been changed.`,
    closing: ['If it was not you, use the link for a forgotten password at once.'],
  }),
  factorChanged: (product: string, isOn: boolean): Letter => ({
    subject: `Your ${product} sign-in ${isOn ? 'now asks' : 'no longer asks'} for a second factor`,
    opening: `The second factor of your ${product} account has just been switched ${isOn ? 'on' : 'off'}.`,
    closing: [isOn ? FACTOR_OF_ANOTHER : 'If it was not you, choose a new password and sign out everywhere.'],
  }),
  authenticatorReplaced: (product: string): Letter => ({
    subject: `Your ${product} sign-in has another authenticator`,
    opening: `The authenticator of your ${product} account has just been replaced.`,
    closing: [FACTOR_OF_ANOTHER],
  }),
  tokenTheft: (product: string): Letter => ({
    subject: `A ${product} session was ended for your safety`,
    opening: `A sign-in of your ${product} account was used from two places at once, so we have ended it.`,
    closing: ['Sign in again. If you did not expect this, choose a new password and sign out everywhere.'],
  }),
}

export function mailOf(to: string, { subject, opening, code, closing }: Letter): Mail {
  const text = [opening, ...(code ? [`    ${code}`] : []), closing.join('\n')].join('\n\n')
  const shown = code
    ? `<p style="margin:24px 0;font-size:28px;letter-spacing:6px;font-family:monospace">${escaped(code)}</p>`
    : ''
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:32px;font-family:sans-serif;font-size:16px;line-height:1.5;color:#1b1b1b;background:#ffffff">
<p style="margin:0">${escaped(opening)}</p>
${shown}
${closing.map((sentence) => `<p style="margin:12px 0 0;color:#555555">${escaped(sentence)}</p>`).join('\n')}
</body>
</html>
`
  return { to, subject, text: `${text}\n`, html, ...(code && { code }) }
}

function escaped(text: string): string {
  const signs: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (sign) => signs[sign]!)
}
