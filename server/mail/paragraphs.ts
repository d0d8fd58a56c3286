import type { Mail } from './outbox.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!)

/** A plain mail of some paragraphs; addresses in them become links. */
export function paragraphsMail(to: string, subject: string, paragraphs: readonly string[]): Mail {
  const linked = (text: string) =>
    escaped(text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`)
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<div style="font-family: sans-serif; line-height: 1.5">${paragraphs.map((text) => `<p>${linked(text)}</p>`).join('')}</div>`,
  }
}
