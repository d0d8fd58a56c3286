import type { MailConfig } from './open.ts'

interface SmtpError extends Error {
  code?: string
  /** What the server said, such as `535 5.7.8 Authentication failed`. */
  response?: string
}

/** Why a mail could not be sent, for whoever set the mail server up. The password of the address is not repeated. */
export function smtpFailureText(error: unknown, { smtpUrl, from }: MailConfig): string {
  const { code = '', message, response } = error as SmtpError
  const { hostname, port, protocol } = new URL(smtpUrl!)
  const usualPort = protocol === 'smtps:' ? '465' : '587'
  const place = `${hostname}:${port || usualPort}`
  const said = response === undefined ? '' : ` It said: ${response.replaceAll(/\s+/g, ' ').trim()}`
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message))
    return `The mail server ${hostname} can't be found: look at the name in SEXTANT_SMTP_URL.`
  if (code === 'EAUTH')
    return `The mail server ${place} does not take the user name or the password of SEXTANT_SMTP_URL.${said}`
  if (code === 'EENVELOPE')
    return `The mail server ${place} does not take mail from ${from} to this address: look at SEXTANT_MAIL_FROM.${said}`
  if (/ECONNREFUSED/.test(message))
    return `Nothing listens at ${place}: look at the port in SEXTANT_SMTP_URL, and whether a firewall is in between.`
  if (/certificate|self.signed|ERR_TLS/i.test(message))
    return `The certificate of the mail server ${place} does not hold: ${message}.`
  if (/wrong version number|SSL/i.test(message))
    return `The mail server ${place} does not speak TLS from the start: use smtp:// for ports 25 and 587, smtps:// for 465.`
  if (code === 'ETIMEDOUT') return `The mail server ${place} does not answer in time.`
  return `The mail server ${place} did not take the mail: ${message}.${said}`
}
