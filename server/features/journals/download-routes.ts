import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { text } from '#contract/fields.ts'
import { JournalDownload } from '#contract/journals.ts'
import { STATE_LABELS, STATE_REASONS } from '#contract/journal-states.ts'
import type { Company } from '#server/accounts/index.ts'
import { attachment } from '#server/downloads.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/ledger/services.ts'
import type { JournalFile } from '#server/journals/formats/booked-journal.ts'
import { bookable, journalFiles } from '#server/journals/journal-files.ts'
import { monthPackage } from '#server/journals/month-package.ts'
import { bookSettings, readJournals, settlementsOfMonth } from '#server/journals/read-journals.ts'
import { zipStream } from '#server/journals/zip-stream.ts'

const DOWNLOAD_LENGTH_MAX = 12_000

const Query = z.object({
  download: text(DOWNLOAD_LENGTH_MAX)
    .transform((said, context): unknown => {
      try {
        return JSON.parse(said)
      } catch {
        context.addIssue({ code: 'custom', message: 'Say what is downloaded.' })
        return z.NEVER
      }
    })
    .pipe(JournalDownload),
})

/** `GET /files/journals`: journals as an accounting program takes them, or everything of a month as an archive. */
export function serveJournals(
  app: FastifyInstance,
  services: Services,
  /** For whoever may have the file. */
  companyOf: (request: FastifyRequest, file: string) => Promise<Company>,
): void {
  app.get('/files/journals', async (request, reply) => {
    const { download } = Query.parse(request.query)
    const company = await companyOf(request, JSON.stringify(download))
    if (download.what === 'PACKAGE') {
      const { name, files } = await monthPackage(services, company, download)
      attachment(reply, name, 'application/zip')
      return reply.send(Readable.from(zipStream(files)))
    }
    const { named, files } = await filesOf(services, company, download)
    const [only] = files
    if (files.length === 1) {
      attachment(reply, only!.name, 'text/csv')
      return reply.send(Buffer.from(only!.content))
    }
    attachment(reply, `journals-${named}.zip`, 'application/zip')
    return reply.send(Readable.from(zipStream(files)))
  })
}

/** At least one. Of chosen settlements none may lack; of a month those that cannot be booked are left out. */
async function filesOf(
  services: Services,
  company: Company,
  download: Exclude<JournalDownload, { what: 'PACKAGE' }>,
): Promise<{ named: string; files: JournalFile[] }> {
  const { format, notation } = download
  const settings = await bookSettings(services, company)
  const now = services.now()
  if (download.what === 'MONTH') {
    const { month } = download
    const settlements = await settlementsOfMonth(services, company, download)
    const journals = bookable(settlements, month)
    if (journals.length === 0)
      throw new AppError('JOURNALS_MISSING', { reason: `no settlement of ${month} can be booked.` })
    return {
      named: month,
      files: [...journalFiles(format, { journals, settings, named: month, now, notation })],
    }
  }
  const chosen = new Set(download.settlements.map(keyOf))
  const settlements = await readJournals(services, company, format, (one) => chosen.has(keyOf(one)))
  if (settlements.length < chosen.size) throw new AppError('SETTLEMENT_UNKNOWN')
  const refused = settlements.find(({ state }) => state !== 'BALANCED')
  if (refused)
    throw new AppError('JOURNALS_MISSING', {
      reason: `${refused.settlementId}, ${STATE_LABELS[refused.state]}. ${STATE_REASONS[refused.state]}`,
    })
  const named = `${settlements.at(-1)!.endDate ?? 'undated'}${settlements.length > 1 ? `-to-${settlements[0]!.endDate ?? 'undated'}` : ''}`
  return {
    named,
    files: [...journalFiles(format, { journals: bookable(settlements), settings, named, now, notation })],
  }
}

const keyOf = ({ account, settlementId }: { account: string; settlementId: string }): string =>
  JSON.stringify([account, settlementId])
