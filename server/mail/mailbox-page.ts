import { createHash } from 'node:crypto'
import type { OutboxMail } from './outbox.ts'
import { escapedHtml, linkedHtml } from './mail-of.ts'

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.25rem }
article { border-top: 1px solid; padding: 1rem 0 }
h2 { margin: 0; font-size: 1rem }
p { margin: 0.25rem 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0.75rem 0 0 }
code { font-size: 1.25rem; letter-spacing: 0.15em }
a:focus-visible, summary:focus-visible { outline: 2px solid; outline-offset: 2px }
`

/** Nothing runs on the list, and nothing is loaded but its own style. */
export const LIST_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** A mail is somebody's text: it stands in a place of its own, where it can neither run nor load anything. */
export const MAIL_POLICY =
  "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The mails of the outbox as a page. */
export const mailboxPage = (mails: readonly { id: string; mail: OutboxMail }[]): string =>
  page(`<p>In demo mode no mail leaves this machine. Here they lie, the newest first.</p>
${mails.length === 0 ? '<p>There is no mail yet.</p>' : mails.map(mailEntry).join('\n')}`)

/** What stands there when the demo is over. */
export const closedMailboxPage =
  page(`<p>The demo is over, because a company here has data of its own: this page would open its accounts to everybody at this
machine. Whoever runs Sextant reads a code with <kbd>./sextant mail you@example.com --code</kbd> in the folder of the
installation. With <kbd>SEXTANT_SMTP_URL</kbd> mails are sent.</p>`)

function page(content: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><title>Mailbox of the demo</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body>
<main>
<h1>Mailbox of the demo</h1>
${content}
</main>
</body>
</html>
`
}

const mailEntry = ({ id, mail }: { id: string; mail: OutboxMail }, index: number): string => `<article>
<h2>${escapedHtml(mail.subject)}</h2>
<p>To ${escapedHtml(mail.to)} <time datetime="${escapedHtml(mail.at)}">${escapedHtml(mail.at.slice(0, 16).replace('T', ' '))} UTC</time></p>
${mail.code === undefined ? '' : `<p>Code: <code>${escapedHtml(mail.code)}</code></p>`}
<details${index === 0 ? ' open' : ''}><summary>Text</summary><pre>${linkedHtml(mail.text.trim())}</pre></details>
<p><a href="/dev/mailbox/${encodeURIComponent(id)}">Show as HTML</a></p>
</article>`
