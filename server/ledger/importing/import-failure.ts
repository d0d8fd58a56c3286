import { setTimeout as delay } from 'node:timers/promises'
import { UnreadableFile } from '#amazon/index.ts'
import { isUnderWay } from '#contract/import-status.ts'
import {
  endImport,
  isDatabaseAway,
  releaseImport,
  UNFINISHED_ATTEMPTS_MAX,
  updateImport,
  type Company,
  type Import,
} from '#server/accounts/index.ts'
import { AnalyticsError, type Analytics } from '#server/analytics/index.ts'
import { AppError } from '#server/errors.ts'
import { isDiskFull } from '#server/files/free-space.ts'
import type { Services } from '#server/ledger/services.ts'
import { questionIn } from './open-questions.ts'

/** Why an import is broken off that nobody cancelled: its process ends. */
export class ProcessLeaving extends Error {}

/** An attempt that failed through no fault of the file. The import waits in the queue again. */
export class BrokenOff extends Error {
  /** Whether there is any use in trying again at once. */
  readonly again: 'now' | 'later'

  constructor(importId: number, again: 'now' | 'later', cause: unknown) {
    super(`Import ${importId} was broken off and is tried again`, { cause })
    this.again = again
  }
}

/**
 * Ends an import that failed, asks what it leaves open, or gives it back to the queue. Throws `BrokenOff` where it is tried again, and
 * what nobody expected.
 */
export async function settleFailure(
  services: Services,
  company: Company,
  record: Import,
  attemptVersion: number,
  error: unknown,
  { stop, lockLost, signal }: { stop: AbortSignal; lockLost: AbortSignal; signal: AbortSignal | undefined },
): Promise<Import> {
  const { accounts } = services
  const release = (counts: boolean, awaySince?: Date) =>
    releaseImport(accounts, company, record.id, { attemptVersion, counts, ...(awaySince && { awaySince }) })
  const end = (status: Parameters<typeof endImport>[3], code: string, text: string) =>
    endImport(accounts, company, record.id, status, { code, text })
  const question = questionIn(error)
  if (question) {
    await updateImport(accounts, company, record.id, { result: { ...question.asks } })
    return end('NEEDS_ANSWER', question.code, question.message)
  }
  if (stop.reason instanceof ProcessLeaving) return release(false)
  const tryAgain = async (
    again: BrokenOff['again'],
    cause: unknown,
    released: Promise<Import>,
  ): Promise<Import> => {
    const given = await released
    // Somebody has cancelled it meanwhile.
    if (!isUnderWay(given.status)) return given
    throw new BrokenOff(record.id, again, cause)
  }
  if (lockLost.aborted)
    return tryAgain(
      'later',
      lockLost.reason,
      onceBack(() => release(false), signal),
    )
  if (stop.aborted) return end('CANCELLED', 'CANCELLED', 'The import was cancelled. Nothing was changed.')
  if (error instanceof UnreadableFile) return end('REFUSED', error.code, error.message)
  if (error instanceof AppError) return end('FAILED', error.code, error.message)
  if (isDiskFull(error))
    return end(
      'FAILED',
      'DISK_FULL',
      'There was too little room on the disk of this installation, and nothing was changed. The file is kept: try again when there is room.',
    )
  // Somebody else is away, which at once would go no better: the next look tries again.
  const isElsewhere = isDatabaseAway(error) || (error instanceof AnalyticsError && error.isNotNow)
  const awaySince = record.awaySince ?? services.now()
  if (isElsewhere && +services.now() - +awaySince < AWAY_MS_MAX) {
    return tryAgain(
      'later',
      error,
      onceBack(() => release(false, awaySince), signal),
    )
  }
  if (error instanceof AnalyticsError && error.unanswered) {
    const isBack = await answers(services.analytics)
    // Where the engine is still away the file has nothing to do with it.
    if (!isBack || record.unfinishedAttempts + 1 < UNFINISHED_ATTEMPTS_MAX) {
      return tryAgain(isBack ? 'now' : 'later', error, release(isBack))
    }
  }
  await end('FAILED', 'INTERNAL', 'The import failed and nothing was changed. Try again; the file is kept.')
  throw error
}

/** For so long an import waits for others to come back, from when they were first away. */
const AWAY_MS_MAX = 24 * 3_600_000
/** The longest of the pauses, which double, between tries to write down that a database is away into that database. */
const BACK_MS_MAX = 64_000

/** An attempt that could not be given back would count as one that ended its process. */
async function onceBack<T>(write: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let pauseMs = 1_000; ; pauseMs *= 2) {
    try {
      return await write()
    } catch (error) {
      if (!isDatabaseAway(error) || pauseMs > BACK_MS_MAX) throw error
      await delay(pauseMs, undefined, { signal })
    }
  }
}

const ANSWER_MS_MAX = 10_000

/** Whether the engine is there, or has been started again within moments. */
const answers = (analytics: Analytics): Promise<boolean> =>
  Promise.race([
    analytics.rows('SELECT 1').then(
      () => true,
      () => false,
    ),
    delay(ANSWER_MS_MAX, false, { ref: false }),
  ])
