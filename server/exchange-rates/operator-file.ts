import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { UnreadableFile } from '#amazon/index.ts'
import type { RefusedRate } from '#contract/exchange-rates.ts'
import { isDay } from '#contract/date-range.ts'
import { RATED_CURRENCY_CODES } from '#contract/currencies.ts'
import { INSTALLATION } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { unframed } from '#server/reading/pieces.ts'
import type { Services } from '#server/ledger/services.ts'
import type { Rate } from './known-rates.ts'

const BYTES_MAX = 50_000_000
const RATES_MAX = 500_000
const REFUSED_SHOWN = 20

export interface OperatorFile {
  /** The oldest day first; of two rates of a day the later one in the file. */
  rates: Rate[]
  refused: RefusedRate[]
  refusedCount: number
}

/**
 * Reads a file of this machine with exchange rates, in any of the forms that a company may import. Like every file from
 * outside it is opened in a process of its own. Throws `RATES_FILE_UNUSABLE`.
 */
export async function readOperatorFile(
  { files, reports }: Pick<Services, 'files' | 'reports'>,
  path: string,
  today: string,
  signal?: AbortSignal,
): Promise<OperatorFile> {
  const unusable = (reason: string, cause?: unknown) =>
    new AppError('RATES_FILE_UNUSABLE', { reason }, { cause })
  const found = await stat(path).catch((error: Error) => {
    throw unusable(`${path} can't be read: ${error.message}.`, error)
  })
  if (!found.isFile()) throw unusable(`${path} is no file.`)
  if (found.size > BYTES_MAX) throw unusable(`${path} has more than ${BYTES_MAX / 1e6} MB.`)
  const { sha256 } = await files
    .put(INSTALLATION, createReadStream(path), { signal })
    .catch((error: Error) => {
      throw unusable(`${path} can't be read: ${error.message}.`, error)
    })
  try {
    const file = { companyId: INSTALLATION, sha256, fileName: basename(path) }
    await using opened = await reports.open(file, {}, signal)
    const result = collected(today)
    for await (const piece of opened.pieces) {
      if (!('table' in piece)) throw unusable('It has no exchange rates.')
      for (const line of Buffer.from(piece.bytes).toString().split('\n'))
        if (line !== '') result.add(unframed(piece.table, line))
    }
    return result.all()
  } catch (error) {
    if (error instanceof UnreadableFile) throw unusable(error.message, error)
    throw error
  } finally {
    await files.remove(INSTALLATION, sha256)
  }
}

function collected(today: string) {
  const byDay = new Map<string, Rate>()
  const refused: RefusedRate[] = []
  let refusedCount = 0
  const refuse = (line: number, reason: string) => {
    refusedCount++
    if (refused.length < REFUSED_SHOWN) refused.push({ line, reason })
  }
  return {
    add({ lineNumber, table, refused: problem, values }: ReturnType<typeof unframed>) {
      const cell = (column: string) => (values[column] ?? '').trim()
      const [currency, day, usd] = [cell('currency').toUpperCase(), cell('rate_date'), cell('usd_per_unit')]
      const reason =
        problem ||
        (table !== 'exchange_rates' && `Rows of ${table} belong to a company and not to the installation.`) ||
        problemOf(currency, day, usd, today)
      if (reason) return refuse(lineNumber, reason)
      if (byDay.size >= RATES_MAX)
        throw new AppError('RATES_FILE_UNUSABLE', { reason: `It has more than ${RATES_MAX} rates.` })
      byDay.set(`${day} ${currency}`, {
        currency,
        day,
        usd,
        publisher: cell('source') || 'File of the operator',
      })
    },
    all: (): OperatorFile => ({
      rates: [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
      refused,
      refusedCount,
    }),
  }
}

function problemOf(currency: string, day: string, usd: string, today: string): string | undefined {
  if (!(RATED_CURRENCY_CODES as string[]).includes(currency))
    return `"${currency}" is no currency of the product.`
  if (currency === 'USD') return 'A dollar is a dollar on every day.'
  if (!isDay(day)) return `"${day}" is no day; give it as 2026-03-31.`
  if (day > today) return `${day} is still to come.`
  if (!/^\d{1,12}(\.\d{1,18})?$/.test(usd) || /^[0.]+$/.test(usd))
    return `"${usd}" is no number above 0 with at most 18 decimals.`
  return undefined
}
