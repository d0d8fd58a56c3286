import { createHash } from 'node:crypto'
import { addDays } from '#contract/date-range.ts'
import { toText, parseDecimal } from '#contract/decimal.ts'
import { BANK_FILE_BYTES_MAX, BANK_TEXT_LENGTH_MAX, type BankFileInput } from '#contract/bank-match.ts'
import { namesAmazon, payoutTest } from '#contract/bank-matching.ts'
import { UnreadableFile } from '#amazon/index.ts'
import type { Company, StoredBankRow } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { today, type Services } from '#server/ledger/services.ts'
import type { BankReading } from '#server/reading/bank-statement.ts'
import { payoutsOf } from '#server/ledger/settlements/payouts.ts'

export interface ReadStatement extends BankReading {
  sha256: string
  /** Those of its rows that could be payouts. */
  kept: (StoredBankRow & { lineNumber: number })[]
  firstDay: string | null
  lastDay: string | null
}

/** What is kept of the words of a row, without half a character at the end. */
const textOf = (words: string): string => words.slice(0, BANK_TEXT_LENGTH_MAX).replace(/\p{Surrogate}/gu, '')

/** Where days begin first it may be tomorrow already. */
const latestToday = (services: Services): string => addDays(today(services), 1)

/** Opens a statement in a process of its own. Nothing of it is stored. Throws `BANK_FILE_UNUSABLE`. */
export async function readStatement(
  services: Services,
  company: Company,
  { fileName, content, columns = {} }: BankFileInput,
  signal: AbortSignal | undefined,
): Promise<ReadStatement> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length === 0 || bytes.length > BANK_FILE_BYTES_MAX)
    throw new AppError('BANK_FILE_UNUSABLE', { reason: 'It has no bytes, or more than 1 MB.' })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const [reading, payouts] = await Promise.all([
    services.reports
      .bankStatement(
        { companyId: company.id, sha256, fileName },
        { bytes, columns, today: latestToday(services) },
        signal,
      )
      .catch((cause: unknown) => {
        if (cause instanceof UnreadableFile)
          throw new AppError('BANK_FILE_UNUSABLE', { reason: cause.message }, { cause })
        throw cause
      }),
    payoutsOf(services, company),
  ])
  const couldBePayout = payoutTest(payouts)
  const seen = new Map<string, number>()
  const kept = reading.rows.flatMap(({ lineNumber, day, amount, currency, text }) => {
    const isNamed = namesAmazon(text)
    if (amount === null || !couldBePayout({ day, amount, currency, isNamed })) return []
    const value = toText(parseDecimal(amount), 9)
    // The words are part of what a row is, also where they are not kept.
    const identity = createHash('sha256')
      .update(JSON.stringify([day, value, currency, text]))
      .digest('hex')
    const occurrence = (seen.get(identity) ?? 0) + 1
    seen.set(identity, occurrence)
    const row = {
      id: `${identity}.${occurrence}`,
      day,
      amount: value,
      currency,
      text: isNamed ? textOf(text) : '',
    }
    return [{ ...row, lineNumber }]
  })
  const days = reading.rows.map(({ day }) => day).toSorted()
  return { ...reading, sha256, kept, firstDay: days[0] ?? null, lastDay: days.at(-1) ?? null }
}
