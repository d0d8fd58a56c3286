import { setImmediate as nextTurn } from 'node:timers/promises'
import { addMonths } from '#contract/date-range.ts'
import { FORMAT_LABELS, type JournalFormat } from '#contract/journal-accounts.ts'
import type { Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { monthPackage } from '#server/journals/month-package.ts'
import { zipStream } from '#server/journals/zip-stream.ts'
import type { Services } from '#server/ledger/services.ts'
import type { MailContent, MailQuestion } from './digest.ts'
import { countText } from './figure-text.ts'

/** Mail servers commonly take 10 MB, and as text it is a third larger. */
const ATTACHED_BYTES_MAX = 7_000_000
/** In the mail itself; all of them are in the package. */
const WARNINGS_TOLD = 5

/** Everything of the month before for whoever keeps the books; undefined where nothing is known of it. */
export async function monthPackageMail(
  services: Services,
  company: Company,
  { day, files, name, address }: MailQuestion,
  signal: AbortSignal,
): Promise<MailContent | undefined> {
  const month = addMonths(day, -1).slice(0, 7)
  const said = monthText(month)
  const subject = `${name}, ${said}: files for the books`
  const link = {
    text: 'Open the journals:',
    link: new URL(`/${company.id}/accounting/journals`, address).href,
  }
  const made = await monthPackage(services, company, { month, ...files }, signal).catch((error: unknown) => {
    // What a company is told on the page is no reason to try again each hour.
    if (error instanceof AppError) return error
    throw error
  })
  if (made instanceof AppError)
    return { subject, parts: [`The files of ${said} could not be made. ${made.message}`, link] }
  if (made.isUnknown) return undefined
  const content = await zipped(made.files)
  const isAttached = content.length <= ATTACHED_BYTES_MAX
  return {
    subject,
    parts: [
      isAttached
        ? `The statement, the reconciliation and the VAT report of ${said} are attached, and ${journalsText(made.journals, files.format)}.`
        : `The files of ${said} are too large for an email. Download them from the journals, under Month.`,
      made.closedAt === null
        ? 'The month is not closed: what comes later can still change it.'
        : 'The month is closed: its statement stays as it is.',
      ...warningsText(made.warnings),
      link,
    ],
    ...(isAttached && {
      attachments: [{ filename: made.name, contentType: 'application/zip', content }],
    }),
  }
}

export function warningsText(warnings: readonly string[]): string[] {
  if (warnings.length === 0) return ['Nothing is missing.']
  const more = warnings.length - WARNINGS_TOLD
  return [
    ...warnings.slice(0, WARNINGS_TOLD),
    ...(more > 0
      ? [`${countText(more, 'more warning', 'more warnings')} in README.txt in the archive.`]
      : []),
  ]
}

async function zipped(files: Parameters<typeof zipStream>[0]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for (const piece of zipStream(files)) {
    pieces.push(piece)
    await nextTurn()
  }
  return Buffer.concat(pieces)
}

const journalsText = (count: number, format: JournalFormat): string =>
  count === 0
    ? 'no journal: no settlement can be booked yet'
    : `${countText(count, 'journal')} for ${FORMAT_LABELS[format]}`

const monthText = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
