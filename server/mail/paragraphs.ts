import type { Mail } from './outbox.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapedHtml = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!)

/** As HTML, with addresses in it as links. */
export const linkedHtml = (text: string): string =>
  escapedHtml(text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`)

/** A text, or one that ends in a link. What only looks like a link is text: names of others stand in it. */
type Paragraph = string | { text: string; link: string }

/** A plain mail of some paragraphs. */
export function paragraphsMail(to: string, subject: string, paragraphs: readonly Paragraph[]): Mail {
  const plain = paragraphs.map((part) => (typeof part === 'string' ? part : `${part.text} ${part.link}`))
  const html = paragraphs.map((part) =>
    typeof part === 'string' ? escapedHtml(part) : `${escapedHtml(part.text)} ${linkedHtml(part.link)}`,
  )
  return {
    to,
    subject,
    text: `${plain.join('\n\n')}\n`,
    html: `<div style="font-family: sans-serif; line-height: 1.5">${html.map((text) => `<p>${text}</p>`).join('')}</div>`,
  }
}
