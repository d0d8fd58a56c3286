/** Tables whose headings are in a language of Seller Central that no report is read in. */
import type { FileHead } from '../reports/report-type.ts'
import { splitHead } from './header.ts'

const LANGUAGES: readonly [name: string, letters: RegExp][] = [
  ['Arabic', /\p{Script=Arabic}/u],
  ['Chinese', /\p{Script=Han}/u],
  ['Hindi', /\p{Script=Devanagari}/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Tamil', /\p{Script=Tamil}/u],
  ['Thai', /\p{Script=Thai}/u],
]
/** Japanese is read, and has the letters of Chinese too. */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Fewer columns are no report of Amazon's. */
const CELLS_MIN = 6

/** What to do about a table in such a language; undefined for every other file. */
export function unreadLanguage({ text, sheet }: FileHead): string | undefined {
  if (JAPANESE.test(text)) return undefined
  const rows = sheet ?? splitHead(text).flatMap((split) => split.rows)
  const headings = rows.find((cells) => cells.filter(Boolean).length >= CELLS_MIN)
  const language = LANGUAGES.find(
    ([, letters]) => headings && headings.filter((cell) => letters.test(cell)).length > headings.length / 2,
  )
  return (
    language &&
    `The headings of this file are ${language[0]}, a language in which reports are not read yet. Set Seller Central to English, at the top of its pages, and download the same report again. The settlement report (flat file V2) serves as well: Payments → Reports repository, or All statements.`
  )
}
