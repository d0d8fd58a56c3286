import type { Mail } from './outbox.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapedHtml = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!)

/** As HTML, with addresses in it as links. */
export const linkedHtml = (text: string): string =>
  escapedHtml(text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`)

/** A plain mail of some paragraphs; addresses in them become links. */
export function paragraphsMail(to: string, subject: string, paragraphs: readonly string[]): Mail {
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<div style="font-family: sans-serif; line-height: 1.5">${paragraphs.map((text) => `<p>${linkedHtml(text)}</p>`).join('')}</div>`,
  }
}
