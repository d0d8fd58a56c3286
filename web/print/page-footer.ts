/** The line under every sheet, as the margin boxes of `@page` write it (CSS Paged Media). */

interface PageFooter {
  company: string
  /** A moment, as text. */
  printedAt: string
  /** The last day with data, as text. */
  dataTo: string | null
}

/** A text as CSS writes it: nothing in it ends the string or the style. */
const cssString = (text: string): string =>
  `"${text.replace(/["\\<>\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`

export function pageFooterCss({ company, printedAt, dataTo }: PageFooter): string {
  const parts = [
    'Sextant',
    company,
    `printed ${printedAt}`,
    ...(dataTo === null ? [] : [`Data to ${dataTo}`]),
  ]
  return `@page {
  @bottom-left { content: ${cssString(parts.join(' · '))}; }
  @bottom-right { content: counter(page) " / " counter(pages); }
}`
}
