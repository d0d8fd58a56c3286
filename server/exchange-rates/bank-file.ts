// The compiler of the browser follows types into here.
// oxlint-disable-next-line typescript/triple-slash-reference -- a declaration of another module can not be imported
/// <reference path="../../amazon/files/saxen.d.ts" />
import { Parser } from 'saxen'
import { isDay } from '#contract/date-range.ts'

/** Units of each currency for one euro on a day. */
export interface BankDay {
  day: string
  perEuro: Record<string, string>
}

/** Why a published file was not taken, in words. */
export class BankFileRefused extends Error {
  override name = 'BankFileRefused'
}

/** The whole history has some 7,000 days with up to 40 currencies. */
const LIMITS = { days: 20_000, currenciesOfDay: 200, depth: 10, tagCharacters: 20_000 }

/**
 * Reads reference rates as the European Central Bank publishes them: `Cube` elements with a day, in them `Cube` elements
 * with a currency and units for one euro. The oldest day comes first. Throws `BankFileRefused` for anything else: no day
 * of a file counts that is wrong anywhere.
 */
export async function readBankFile(texts: AsyncIterable<string>, today: string): Promise<BankDay[]> {
  const days = new Map<string, Record<string, string>>()
  let ofDay: Record<string, string> | undefined
  let depth = 0
  let unfinished = 0
  const parser = new Parser()
    .on('openTag', (name, attributes) => {
      unfinished = 0
      if (++depth > LIMITS.depth) throw new BankFileRefused('its elements lie too deep in each other')
      if (name !== 'Cube') return
      const { time, currency, rate } = attributes()
      if (time !== undefined) ofDay = begin(days, time, today)
      else if (currency !== undefined) add(ofDay, currency, rate)
    })
    .on('closeTag', () => {
      unfinished = 0
      depth--
    })
    .on('question', (instruction) => {
      const encoding = /encoding\s*=\s*["']([^"']*)["']/i.exec(instruction)?.[1]
      if (encoding && !/^(utf-?8|us-ascii)$/i.test(encoding))
        throw new BankFileRefused('it is not written in UTF-8')
    })
    .on('attention', () => {
      throw new BankFileRefused('it has a document type, which these files do not have')
    })
    .on('error', () => {
      throw new BankFileRefused('it is not XML')
    })
  for await (const text of texts) {
    unfinished += text.length
    parser.write(text)
    if (unfinished > Math.max(LIMITS.tagCharacters, 2 * text.length))
      throw new BankFileRefused('it is not a file of reference rates')
  }
  // Also of a file that ends in the middle.
  parser.end()
  if (days.size === 0) throw new BankFileRefused('it has no rates')
  for (const [day, perEuro] of days)
    if (perEuro['USD'] === undefined) throw new BankFileRefused(`it has no rate of the dollar for ${day}`)
  return [...days].map(([day, perEuro]) => ({ day, perEuro })).sort((a, b) => (a.day < b.day ? -1 : 1))
}

function begin(
  days: Map<string, Record<string, string>>,
  day: string,
  today: string,
): Record<string, string> {
  if (!isDay(day)) throw new BankFileRefused('it has a day that is none')
  if (day > today || day < '1999-01-01') throw new BankFileRefused(`it has rates for ${day}`)
  if (days.has(day)) throw new BankFileRefused(`it has ${day} twice`)
  if (days.size >= LIMITS.days) throw new BankFileRefused('it has too many days')
  const perEuro: Record<string, string> = {}
  days.set(day, perEuro)
  return perEuro
}

function add(ofDay: Record<string, string> | undefined, currency: string, rate: string | undefined): void {
  if (!ofDay) throw new BankFileRefused('it has a rate without a day')
  if (!/^[A-Z]{3}$/.test(currency)) throw new BankFileRefused('it has a currency that is none')
  if (ofDay[currency] !== undefined) throw new BankFileRefused(`it has ${currency} twice on a day`)
  if (Object.keys(ofDay).length >= LIMITS.currenciesOfDay)
    throw new BankFileRefused('it has too many currencies')
  // The earlier years have days on which a currency was not quoted.
  if (rate === 'N/A') return
  if (rate === undefined || !/^\d{1,9}(\.\d{1,9})?$/.test(rate) || Number(rate) === 0)
    throw new BankFileRefused(`it has a rate of ${currency} that is no number above 0`)
  ofDay[currency] = rate
}
