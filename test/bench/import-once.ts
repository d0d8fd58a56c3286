import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createCompany, queueImport, type Company } from '#server/accounts/index.ts'
import { runImport } from '#server/ledger/importing/import-run.ts'
import type { Services } from '#server/ledger/services.ts'
import { timed, type Timed } from './statements.ts'

export const PHASES = ['storing', 'reading', 'ledger', 'roll-ups', 'publishing'] as const
export type Phase = (typeof PHASES)[number]

export interface ImportTiming {
  rows: number
  /** From the stored upload to the published version; `storing` is not in it. */
  seconds: number
  phases: Record<Phase, number>
  statements: Timed[]
  company: Company
}

/** One real import into a company of its own. */
export async function importOnce(services: Services, path: string, into?: Company): Promise<ImportTiming> {
  const company = into ?? (await createCompany(services.accounts, { name: 'Bench' }))
  const storingFrom = performance.now()
  const stored = await services.files.put(company.id, createReadStream(path))
  const from = performance.now()
  const record = await queueImport(services.accounts, company, {
    fileName: basename(path),
    fileSha256: stored.sha256,
    fileBytes: (await stat(path)).size,
  })
  const statements: Timed[] = []
  const ended = await runImport(
    { ...services, analytics: timed(services.analytics, statements) },
    company.id,
    record.id,
  )
  const end = performance.now()
  if (ended.status !== 'PUBLISHED')
    throw new Error(`The import ended as ${ended.status}: ${JSON.stringify(ended.problem)}`)
  const { counts } = ended.result as { counts: { read: number; refused: number } }
  if (counts.refused > 0) throw new Error(`${counts.refused} rows of the generated file were refused.`)

  const firstOf = (test: RegExp) => statements.find(({ statement }) => test.test(statement))
  const afterOf = (one: Timed | undefined) => (one ? one.startedMs + one.ms : from)
  const read = afterOf(firstOf(/^INSERT INTO settlements /) ?? firstOf(/FORMAT LineAsString/))
  const rollUps = statements.filter(({ statement }) => statement.startsWith('INSERT INTO ledger_by_day'))
  const rollUpsFrom = rollUps[0]?.startedMs ?? read
  const rollUpsEnd = afterOf(rollUps.at(-1))
  const seconds = (a: number, b: number) => (b - a) / 1_000
  return {
    rows: counts.read,
    seconds: seconds(from, end),
    phases: {
      storing: seconds(storingFrom, from),
      reading: seconds(from, read),
      ledger: seconds(read, rollUpsFrom),
      'roll-ups': seconds(rollUpsFrom, rollUpsEnd),
      publishing: seconds(rollUpsEnd, end),
    },
    statements,
    company,
  }
}
