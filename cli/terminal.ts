import { parseDecimal, toText } from '#contract/decimal.ts'

/** Standard output is for answers; what a person only likes to watch goes to standard error. */

export const say = (text: string): void => void process.stdout.write(`${harmless(text)}\n`)
export const printJson = (value: unknown): void =>
  void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)

/** Names of files and people are anybody's, and a terminal would obey what stands in them, or turn the line round. */
export const harmless = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '·')

/** A line for people that is no part of the answer. */
export function note(text: string): void {
  progress.clear()
  process.stderr.write(`${harmless(text)}\n`)
}

const BAR_CELLS = 24
const SHOWN_EVERY_MS = 60
const CLEAR_LINE = '\r\u001B[2K'

/** One line that is written over and over; nothing at all where nobody watches. */
class ProgressLine {
  private shown = false
  private shownAt = 0

  show(text: string, share?: number): void {
    if (!process.stderr.isTTY || Date.now() - this.shownAt < SHOWN_EVERY_MS) return
    this.shownAt = Date.now()
    const bar = share === undefined ? '' : `${this.bar(share)} `
    // A terminal that does not know its width says 0.
    const width = (process.stderr.columns || 80) - 1
    process.stderr.write(CLEAR_LINE + `${bar}${inOneLine(text)}`.slice(0, width))
    this.shown = true
  }

  clear(): void {
    if (!this.shown) return
    process.stderr.write(CLEAR_LINE)
    this.shown = false
  }

  private bar(share: number): string {
    const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR_CELLS)
    return `[${'█'.repeat(filled)}${'·'.repeat(BAR_CELLS - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %`
  }
}

export const progress = new ProgressLine()

/** Shows that something goes on, for as long as it does. */
export async function whileShowing<T>(text: string, work: Promise<T>): Promise<T> {
  const started = Date.now()
  const show = () => progress.show(`${text} … ${Math.round((Date.now() - started) / 1000)} s`)
  show()
  const timer = setInterval(show, 500)
  try {
    return await work
  } finally {
    clearInterval(timer)
    progress.clear()
  }
}

export interface Column<Row> {
  heading: string
  /** What stands in the cell; nothing for null. */
  cell: (row: Row) => string | number | null
  right?: boolean
}

/** Rows under headings, as wide as they need to be. */
export function tableText<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(({ cell }) => inOneLine(String(cell(row) ?? ''))))
  const widths = columns.map(({ heading }, i) =>
    Math.max(heading.length, ...cells.map((row) => row[i]!.length)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((text, i) => (columns[i]!.right ? text.padStart(widths[i]!) : text.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd()
  return [line(columns.map(({ heading }) => heading)), ...cells.map(line)].join('\n')
}

/** `-1234.5` as `-1,234.50`; more than two decimals only where there are more. */
export function money(text: string | null): string {
  if (text === null) return '–'
  const [whole = '0', fraction = ''] = text.split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`
}

/** The same in two decimals, for amounts that were computed. */
export const rounded = (text: string | null): string =>
  money(text === null ? null : toText(parseDecimal(text), 2))

export const count = (number: number): string => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')

export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`

/** `2026-03-01 to 2026-03-31`. */
export const days = (first: string | null, last: string | null): string =>
  first === null || last === null ? '' : first === last ? first : `${first} to ${last}`

/** Without what a terminal would obey, ends of lines among it. */
const inOneLine = (text: string): string =>
  text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, (sign) => (sign === '\t' ? ' ⇥ ' : '·'))

/** One line of somebody else's text, and not endless. */
export function quoted(text: string, lengthMax = 200): string {
  const visible = inOneLine(text)
  return visible.length > lengthMax ? `${visible.slice(0, lengthMax)} …` : visible
}
