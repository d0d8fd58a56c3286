import type { Mail } from './outbox.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapedHtml = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!)

/** As HTML, with addresses in it as links. */
export const linkedHtml = (text: string): string =>
  escapedHtml(text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`)

/** Numbers in rows: the first cell of each names it. */
interface MailTable {
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A text, one that ends in a link, or a table. What only looks like a link is text: names of others stand in it. */
export type MailPart = string | { text: string; link: string } | MailTable

const isTable = (part: MailPart): part is MailTable => typeof part !== 'string' && 'rows' in part

/** A plain mail of some parts, one below the other. */
export function mailOf(to: string, subject: string, parts: readonly MailPart[]): Mail {
  return {
    to,
    subject,
    text: `${parts.map(plainText).join('\n\n')}\n`,
    html: `<div style="font-family: sans-serif; line-height: 1.5">${parts.map(htmlText).join('')}</div>`,
  }
}

function plainText(part: MailPart): string {
  if (typeof part === 'string') return part
  if (!isTable(part)) return `${part.text} ${part.link}`
  const lines = [part.head, ...part.rows]
  const widths = part.head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]! + 3),
        )
        .join('')
        .trimEnd(),
    )
    .join('\n')
}

function htmlText(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapedHtml(part)}</p>`
  if (!isTable(part)) return `<p>${escapedHtml(part.text)} ${linkedHtml(part.link)}</p>`
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells
      .map((cell, column) => {
        const side = column === 0 ? 'left' : 'right; padding-left: 24px'
        return `<${tag} style="text-align: ${side}; border-bottom: 1px solid #ccc; font-weight: ${tag === 'th' ? 'bold' : 'normal'}">${escapedHtml(cell)}</${tag}>`
      })
      .join('')}</tr>`
  return `<table style="border-collapse: collapse; font-variant-numeric: tabular-nums">${row(part.head, 'th')}${part.rows.map((cells) => row(cells, 'td')).join('')}</table>`
}
