/**
 * What spreadsheets do to a tab-separated report that is opened in one and saved, as rules. Nothing of it is what the
 * product does to undo it.
 */

/** English, German and French settings of the machine. */
export const LOCALES = ['en', 'de', 'fr'] as const
export type Locale = (typeof LOCALES)[number]

export interface Damage {
  locale: Locale
  /** Tabs stay tabs, or the list separator of the locale comes in their place. */
  saved: 'TABS' | 'CSV'
  /** Columns that somebody removed before saving, where the file has them. */
  dropped?: readonly string[]
  /** Columns that somebody moved to the front. */
  moved?: readonly string[]
  /**
   * EXCEL shows six digits of a long number, and rewrites what it takes for dates. LIBREOFFICE shows fifteen, from sixteen
   * on, and leaves as it is what is written in another language's way. EXCEL_WRITTEN_OUT: somebody wanted to see whole
   * numbers, of which fifteen digits are right.
   */
  program?: 'EXCEL' | 'LIBREOFFICE' | 'EXCEL_WRITTEN_OUT'
  /** Moments are dates to the spreadsheet too, and lose their seconds. */
  moments?: boolean
  /** A blank behind every fifth cell of text. */
  blanks?: boolean
}

/** The file as it is after saving. */
export function resaved(file: string, damage: Damage): string {
  const { locale, saved, dropped = [], moved = [], blanks } = damage
  const rows = file
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
  const headings = rows[0]!
  const order = [
    ...headings.filter((heading) => moved.includes(heading)),
    ...headings.filter((heading) => !moved.includes(heading)),
  ].filter((heading) => !dropped.includes(heading))
  const places = order.map((heading) => headings.indexOf(heading))
  let cellsSeen = 0
  const damaged = (cell: string, isHeading: boolean) => {
    if (isHeading) return cell
    const text = cellAfter(cell, damage)
    return blanks && /[a-z]/i.test(text) && ++cellsSeen % 5 === 0 ? `${text} ` : text
  }
  const separator = saved === 'TABS' ? '\t' : locale === 'en' ? ',' : ';'
  const written = rows.map((cells, row) =>
    places.map((place) => quoted(damaged(cells[place] ?? '', row === 0), separator)).join(separator),
  )
  return written.map((line) => `${line}\r\n`).join('')
}

const quoted = (cell: string, separator: string): string =>
  cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell

function cellAfter(cell: string, { locale, program = 'EXCEL', moments = false }: Damage): string {
  const text = cell.trim()
  const named = namedDay(text, locale, program)
  if (named !== undefined) return named
  if (/^\d+$/.test(text)) return wholeNumber(text.replace(/^0+(?=\d)/, ''), locale, program)
  const isForeign = program === 'LIBREOFFICE' && locale !== 'en'
  if (/^-?\d+\.\d+$/.test(text))
    return isForeign ? cell : withMark(text.replace(/\.?0+$/, '').replace(/^-0$/, '0'), locale)
  const moment = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}):\d{2}(?: UTC|\+00:00)?)?$/.exec(text)
  if (program === 'LIBREOFFICE' || !moment || (moment[4] !== undefined && !moments)) return cell
  const [, year, month, day, hour, minute] = moment
  const time = hour === undefined ? '' : ` ${locale === 'en' ? Number(hour) : hour}:${minute}`
  if (locale === 'en') return `${Number(month)}/${Number(day)}/${year}${time}`
  return `${[day, month, year].join(locale === 'de' ? '.' : '/')}${time}`
}

const MONTHS: Record<Locale, string> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  de: 'Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez',
  fr: 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.',
}

/** `3-12` and `3/12` are days of the year in which the file is opened; LibreOffice takes only the second for one, and not in German. */
function namedDay(text: string, locale: Locale, program: NonNullable<Damage['program']>): string | undefined {
  const [, first, separator, second] = /^(\d{1,2})([-/])(\d{1,2})$/.exec(text) ?? []
  const [day = '', month = ''] = locale === 'en' ? [second, first] : [first, second]
  if (!separator || Number(day) > 28 || Number(month) > 12 || !Number(day) || !Number(month)) return undefined
  if (program === 'LIBREOFFICE') {
    const numbers = [first!, second!].map((part) => part.padStart(2, '0'))
    return separator === '-' || locale === 'de' ? undefined : [...numbers, '2026'].join('/')
  }
  const name = MONTHS[locale].split(' ')[Number(month) - 1]!
  return `${day.padStart(locale === 'en' ? 1 : 2, '0')}${locale === 'de' ? '. ' : '-'}${name}`
}

/** What a cell of the usual format shows: the power of ten behind the digits that have a place. */
function wholeNumber(digits: string, locale: Locale, program: NonNullable<Damage['program']>): string {
  if (program === 'EXCEL_WRITTEN_OUT') return digits.slice(0, 15).padEnd(digits.length, '0')
  const [longest, shown, powerDigits] = program === 'EXCEL' ? [11, 6, 2] : [15, 15, 3]
  if (digits.length <= longest) return digits
  const [mantissa = '', power = ''] = Number(digits)
    .toExponential(shown - 1)
    .split('e+')
  return withMark(`${mantissa.replace(/\.?0+$/, '')}E+${power.padStart(powerDigits, '0')}`, locale)
}

const withMark = (number: string, locale: Locale): string =>
  locale === 'en' ? number : number.replace('.', ',')
