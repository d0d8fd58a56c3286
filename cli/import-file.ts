import { pipeline, Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { isUnderWay } from '#contract/import-status.ts'
import type { ImportPhase, ImportRecord } from '#contract/imports.ts'
import type { Client, FileToUpload } from './client.ts'
import { EXIT } from './failures.ts'

const PAUSE_MS = { first: 50, longest: 500 }

/** What a phase is called, and how much of all the work lies behind it when it begins. */
const PHASES: Record<ImportPhase, { text: string; from: number; to: number }> = {
  READING: { text: 'reading', from: 0, to: 0.7 },
  LEDGER: { text: 'writing the ledger', from: 0.7, to: 0.95 },
  PUBLISHING: { text: 'publishing', from: 0.95, to: 1 },
}

interface FileToImport extends FileToUpload {
  onProgress?: (text: string, share?: number) => void
}

/** Uploads a file and waits until its import has ended, however it ends. An interruption cancels the import. */
export async function importFile(
  client: Client,
  signal: AbortSignal,
  companyId: string,
  { onProgress = () => {}, open, ...file }: FileToImport,
): Promise<ImportRecord> {
  let sent = 0
  const counted = () =>
    pipeline(
      open(),
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          sent += chunk.length
          onProgress(`uploading, ${(sent / 1e6).toFixed(1)} MB`)
          done(null, chunk)
        },
      }),
      () => {}, // the request fails with the same error
    )
  const importId = await client.upload(companyId, { ...file, open: counted })
  return importEnd(client, signal, companyId, importId, onProgress)
}

/** Waits for an import that has been queued. */
export async function importEnd(
  client: Client,
  signal: AbortSignal,
  companyId: string,
  importId: number,
  onProgress: (text: string, share?: number) => void = () => {},
): Promise<ImportRecord> {
  // The server that took the import in may stop before it is done: then nobody else would go on with it.
  await client.runImports()
  try {
    for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 1.5, PAUSE_MS.longest)) {
      const record = await client.query('imports.get', { companyId, importId })
      if (!isUnderWay(record.status)) return record
      onProgress(...stateOf(record))
      await delay(pause, undefined, { signal })
    }
  } catch (error) {
    // Nothing of it remains; without this it would go on behind the person's back.
    if (signal.aborted) await client.withoutSignal().mutate('imports.cancel', { companyId, importId })
    throw error
  }
}

function stateOf({ progress, bytes }: ImportRecord): [text: string, share?: number] {
  if (!progress) return ['waiting for the imports before it']
  const { text, from, to } = PHASES[progress.phase]
  const part = progress.phase === 'READING' && bytes > 0 ? Math.min(1, progress.bytesRead / bytes) : 0
  return [text, from + (to - from) * part]
}

/** What a person has to do about an import that did not take its file, and what that means to the shell. */
export function problemOf(record: ImportRecord): { text: string; exitCode: number } | undefined {
  const refused = (text: string) => ({ text, exitCode: EXIT.REFUSED })
  switch (record.status) {
    case 'NEEDS_ANSWER':
      if (record.costQuestion)
        return refused(
          `see above how its columns are understood, and say so: sextant import answer ${record.id}${record.costQuestion.guess.currency === null ? ' --currency EUR' : ''}`,
        )
      return refused(
        record.accountChoices.length > 0
          ? `say which seller account it belongs to and import it again: ${record.accountChoices.map((name) => `--account "${name}"`).join(' or ')}`
          : record.asksDay
            ? `say of which day it is: sextant import answer ${record.id} --day 2026-03-31, for example`
            : record.asksDateOrder
              ? `say which comes first in its dates: sextant import answer ${record.id} --dates DMY for the day, or --dates MDY`
              : 'say where it belongs and import it again: --marketplace DE, for example',
      )
    case 'REFUSED':
      return refused(
        record.problem?.code === 'REPORT_NOT_READ'
          ? 'see above what can be done'
          : 'import it again when the file is right. README.md says which reports are read',
      )
    case 'FAILED':
      return { text: 'try again; the file itself is kept', exitCode: EXIT.UNEXPECTED }
    case 'CANCELLED':
    case 'UNDONE':
      return refused('it was taken back while it was imported')
    case 'QUEUED':
    case 'RUNNING':
    case 'PUBLISHED':
    case 'ALREADY_KNOWN':
    case 'UNPACKED':
      return undefined
  }
}
