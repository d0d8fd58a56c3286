/** Comma-separated text that spreadsheets open without running anything in it. */
export type CsvValue = string | number | null | undefined

/** RFC 4180, with a byte order mark, so that spreadsheets read it as UTF-8. */
export const csvText = (rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(fieldText).join(',')).join('\r\n')}\r\n`

const NUMBER = /^-?\d+(\.\d+)?$/
/** How a spreadsheet recognises a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

function fieldText(value: CsvValue): string {
  const text = value == null ? '' : String(value)
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Hands a text to the browser as a file. */
export function download(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
