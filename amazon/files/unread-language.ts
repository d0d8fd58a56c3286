/** Tables whose headings are in a language of Seller Central in which a report, or every report, is not read. */
import type { FileHead } from '../reports/report-type.ts'
import { splitHead } from './header.ts'

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const LANGUAGES: readonly [name: string, letters: RegExp][] = [
  ['Arabic', /\p{Script=Arabic}/u],
  ['Chinese', /\p{Script=Han}/u],
  ['Hindi', /\p{Script=Devanagari}/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Tamil', /\p{Script=Tamil}/u],
  ['Thai', /\p{Script=Thai}/u],
]
/** It has the letters of Chinese too, and some of its reports are read. */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** Fewer columns are no report of Amazon's. */
const CELLS_MIN = 6

/**
 * What to do about a table in such a language; undefined for every other file.
 * @param isFetched whether Amazon made it for an application, in whatever language the pages of Seller Central are
 */
export function unreadLanguage(head: FileHead, isFetched: boolean): string | undefined {
  const headings = headingsIn(head)
  if (!headings) return undefined
  const areMostly = (letters: RegExp) =>
    headings.filter((cell) => letters.test(cell)).length > headings.length / 2
  if (headings.some((cell) => KANA.test(cell)))
    return areMostly(JAPANESE)
      ? `The headings of this file are Japanese, a language in which this report is not read yet. ${isFetched ? FETCHED_TO_ENGLISH : TO_ENGLISH}`
      : undefined
  const language = LANGUAGES.find(([, letters]) => areMostly(letters))
  return (
    language &&
    `The headings of this file are ${language[0]}, a language in which this report is not read yet. ${isFetched ? FETCHED_TO_ENGLISH : `${TO_ENGLISH} The settlement report (flat file V2) serves as well: Payments → Reports repository, or All statements.`}`
  )
}

const TO_ENGLISH =
  'Set Seller Central to English, at the top of its pages, and download the same report again.'
/** Where Amazon's support sends sellers for it (github.com/amzn/selling-partner-api-docs/issues/198). */
const FETCHED_TO_ENGLISH =
  'Amazon makes what is fetched in a language of the account: choose English (US) in Seller Central under Settings → Account info → Language for feed processing reports. What Amazon makes after that is read.'

/**
 * What may help where the headings are in Latin letters and hardly any is known: where products are named among them, or
 * letters are that English does not have, the file may be a report in another language.
 */
export function maybeTranslated(
  head: FileHead,
  isFetched: boolean,
  isKnown: (heading: string) => boolean,
): string | undefined {
  const headings = headingsIn(head)?.filter((cell) => cell.trim() !== '') ?? []
  const isReport = headings.some((cell) => /\bASIN\b/i.test(cell) || /[\u00c0-\u024f]/.test(cell))
  return isReport && headings.filter(isKnown).length < headings.length / 2
    ? isFetched
      ? `If it is in another language than English: ${FETCHED_TO_ENGLISH}`
      : 'If it is in another language than English, set Seller Central or the advertising console to English, and download the same report again.'
    : undefined
}

const headingsIn = ({ text, sheet }: FileHead): readonly string[] | undefined =>
  (sheet ?? splitHead(text).flatMap((split) => split.rows)).find(
    (cells) => cells.filter(Boolean).length >= CELLS_MIN,
  )
