import { Readable } from 'node:stream'
import {
  AmazonError,
  type AdvertisingApi,
  type AmazonDocument,
  type SellingPartnerApi,
} from '#amazon/index.ts'
import type { DateRange } from '#contract/date-range.ts'
import {
  addProfiles,
  addSyncTasks,
  advanceSyncTask,
  countSyncTasks,
  dropSyncTask,
  getCompany,
  getImport,
  type Import,
  giveUpSource,
  hasAnswered,
  isDatabaseAway,
  knownReports,
  lastReportAt,
  postponeSyncTasks,
  setMarketplaces,
  type Company,
  type PlannedTask,
  type SyncedConnection,
  type SyncStep,
  type SyncTask,
} from '#server/accounts/index.ts'
import { profilesIn, sellingIn } from '#server/connections/places.ts'
import { AppError } from '#server/errors.ts'
import type { Admit } from '#server/ledger/importing/archive-import.ts'
import { keepFile } from '#server/ledger/importing/kept-file.ts'
import type { ImportQueue } from '#server/ledger/importing/import-queue.ts'
import type { Services } from '#server/ledger/services.ts'
import { isDiskFull } from '#server/files/free-space.ts'
import { catalogueDocument, uncatalogued } from './catalogue.ts'
import { reasonIn } from './fatal-reason.ts'
import {
  completeDays,
  fetchFile,
  isPlaceOf,
  localDayIn,
  saidFile,
  transactionsFile,
  type CompleteDays,
  type FetchedFile,
} from './fetched-file.ts'
import { foundTask } from './plan.ts'
import { isOfAccount, pauseMsOf } from './report-pauses.ts'
import { advertisingRequest, firstDayKept, sellerRequest, transactionPeriod } from './requests.ts'
import { chunkIn } from './search-chunks.ts'
import { OF_ALL_MARKETPLACES, sourceOf, type Source } from './sources.ts'

/** Who speaks to Amazon for a connection. */
export interface ConnectionClients {
  sellingPartner(connection: SyncedConnection): Promise<SellingPartnerApi>
  advertising(connection: SyncedConnection): Promise<AdvertisingApi>
  /** Keeps that the consent has ended, with why in words for people. */
  markBroken(connection: SyncedConnection, reason: string): Promise<void>
}

/** What a step works with. */
export interface SyncWork {
  services: Services
  queue: Pick<ImportQueue, 'put'>
  clients: ConnectionClients
  /** What may be stored of a file. */
  admit: Admit
  /** Where Amazon is a pretended one: rows of exchange rates of some days, for money that nobody earned. */
  inventedRates?: (days: DateRange) => readonly object[]
  /** Of a pretended Amazon: how many times faster than the real one it is. */
  amazonSpeed?: number
  /** What pages need first of a connection has come, or was given up: somebody's news. */
  onCriticalEnded?: (company: Company, connection: SyncedConnection) => Promise<void>
  log(message: string, error?: unknown): void
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS
const POLL_MS = { min: 10 * SECOND_MS, max: 300 * SECOND_MS }
/** Whoever ends an import wakes its task; this is for one who died before. */
const IMPORT_POLL_MS = 60 * SECOND_MS
const BACKOFF_MS = { first: 30 * SECOND_MS, max: 6 * HOUR_MS }
/** Where a step fails here: with the pauses between them these are most of a day. */
const ATTEMPTS_MAX = 12
/** Amazon may be away for days. */
const AWAY_MS_MAX = 30 * DAY_MS
/** Where Amazon says that it could not make a report, or an import fails. */
const FAILURES_MAX = 4
/** How long to wait before a report is asked for again that Amazon could not make: what fails once may do at once, and may not for hours. */
const AGAIN_MS = [120 * SECOND_MS, 1_800 * SECOND_MS, 4.25 * HOUR_MS] as const
const WITHOUT_BRAND =
  'Not available: Amazon only provides search data to owners of a registered brand, and could not create this report for this account.'
/** What Amazon says to who owns none. */
const OF_BRAND = /brand|registr|eligible|authori[sz]|permission/i
const ALWAYS_CANCELLED =
  'Amazon has cancelled the report again and again, as it does where the same one is asked for elsewhere.'
/** A report that is not made by then never will be. */
const MADE_WITHIN_MS = DAY_MS
const TASK_AGE_MS_MAX = 7 * DAY_MS
/** Imports of a company that wait at once, so that a file handed in by a person does not stand behind hundreds. */
const IMPORTING_MAX = 4
/** Reports of a connection that Amazon makes at once. */
const REQUESTED_MAX = 20
const LISTED_MAX = 2_000
/** Products of one file about the catalogue: ten questions, which take Amazon five seconds. */
const LOOKED_UP_AT_ONCE = 200

/**
 * Takes a task one step further and writes down what came of it. Whoever finds the row later goes on from there; a step
 * that was not written down happens again. Rejects where a store of ours is away.
 */
export async function takeStep(
  work: SyncWork,
  company: Company,
  connection: SyncedConnection,
  task: SyncTask,
): Promise<void> {
  const step = new Step(work, company, connection, task)
  await step.take()
}

class Step {
  readonly #work: SyncWork
  readonly #company: Company
  readonly #connection: SyncedConnection
  readonly #task: SyncTask
  readonly #now: Date

  constructor(work: SyncWork, company: Company, connection: SyncedConnection, task: SyncTask) {
    this.#work = work
    this.#company = company
    this.#connection = connection
    this.#task = task
    this.#now = work.services.now()
  }

  async take(): Promise<void> {
    const source = sourceOf(this.#task.source)
    if (!source) return this.#end('DEAD', 'This version does not know what this is.')
    // Somebody has chosen other profiles, or the marketplace was closed.
    if (!isPlaceOf(this.#connection, source, this.#task))
      return dropSyncTask(this.#work.services.accounts, this.#task)
    try {
      if (this.#task.state === 'WAITING') await this.#ask(source)
      else if (this.#task.state === 'REQUESTED') await this.#fetch(source)
      else await this.#lookAtImport(source)
    } catch (error) {
      if (error instanceof AmazonError) await this.#refused(source, error)
      else await this.#failedHere(error)
    }
  }

  async #ask(source: Source): Promise<void> {
    const { clients } = this.#work
    const { question } = source
    if (question.kind === 'LISTED') return this.#advance({ state: 'REQUESTED', reportId: this.#task.place })
    if (question.kind === 'LISTING') return this.#list(source, question)
    if (question.kind === 'INVENTED_RATES') return this.#invent(source)
    if (question.kind === 'PLACES') return this.#lookAtPlaces(source)
    if (question.kind === 'CATALOGUE') return this.#lookUp(source)
    if (question.kind === 'TRANSACTIONS') return this.#readTransactions(source)
    if (await this.#isFull('REQUESTED', REQUESTED_MAX)) return
    if (await this.#isTooSoon(source)) return
    const here = localDayIn(source, this.#task, this.#connection, this.#now)
    const firstDay = question.kind === 'ADVERTISING' ? firstDayKept(source, this.#task, here) : undefined
    if (question.kind === 'ADVERTISING' && firstDay === undefined)
      return this.#end('DEAD', 'Amazon no longer tells of these days.')
    const reportId =
      question.kind === 'ADVERTISING'
        ? await (
            await clients.advertising(this.#connection)
          ).createReport(
            this.#task.place,
            advertisingRequest(question, { ...this.#task, firstDay: firstDay! }),
          )
        : await (
            await clients.sellingPartner(this.#connection)
          ).createReport(sellerRequest(source, question, this.#task, this.#connection, this.#now))
    await this.#advance({
      state: 'REQUESTED',
      reportId,
      attempts: 0,
      problem: null,
      notBefore: this.#in(POLL_MS.min),
    })
  }

  /** Keeps where the account sells by now, or profiles that there are by now. What was there and is not listed stays. */
  async #lookAtPlaces({ provider }: Source): Promise<void> {
    const { services, clients } = this.#work
    const { region } = this.#connection
    if (provider === 'ADVERTISING') {
      const api = await clients.advertising(this.#connection)
      await addProfiles(services.accounts, this.#connection, profilesIn(await api.profiles(), region))
    } else {
      const api = await clients.sellingPartner(this.#connection)
      const { marketplaces } = sellingIn(await api.participations(), region)
      await setMarketplaces(services.accounts, this.#connection, marketplaces, OF_ALL_MARKETPLACES)
    }
    return this.#end('DONE')
  }

  async #invent(source: Source): Promise<void> {
    const { firstDay: start, lastDay: end } = this.#task
    const rows = this.#work.inventedRates?.({ start, end }) ?? []
    if (rows.length === 0) return this.#end('EMPTY')
    const content = Buffer.from(`${JSON.stringify({ exchange_rates: rows })}\n`)
    return this.#store(source, { askedAt: this.#now, madeAt: this.#now }, async () => ({
      bytes: Readable.from([content], { objectMode: false }),
    }))
  }

  async #readTransactions(source: Source): Promise<void> {
    if (await this.#importsAreMany()) return this.#advance({ notBefore: this.#in(5 * SECOND_MS) })
    const api = await this.#work.clients.sellingPartner(this.#connection)
    const period = transactionPeriod(source, this.#task, this.#now)
    const pages = api.transactionPages(period)
    let first: Date | undefined
    const note = (posted: Date) => {
      if (posted >= period.after && (first === undefined || posted < first)) first = posted
    }
    return this.#store(
      source,
      { askedAt: this.#now, madeAt: this.#now },
      async () => ({ bytes: transactionsFile(pages, note) }),
      () => first,
    )
  }

  /** Makes a task of each report that Amazon has made by itself. One that it is still making is found the next time. */
  async #list(
    source: Source,
    { reportType, found }: Extract<Source['question'], { kind: 'LISTING' }>,
  ): Promise<void> {
    const { services, clients } = this.#work
    const api = await clients.sellingPartner(this.#connection)
    // A moment less than what Amazon takes, since asking takes time.
    const since = new Date(Math.max(Date.parse(this.#task.firstDay), +this.#now - 90 * DAY_MS + HOUR_MS))
    const tasks = new Map<string, PlannedTask>()
    for await (const report of api.listReports({ reportTypes: [reportType], since })) {
      if (report.status === 'DONE')
        tasks.set(report.reportId, foundTask(this.#task, found, report, this.#now))
      if (tasks.size >= LISTED_MAX) break
    }
    const known = await knownReports(
      services.accounts,
      { connectionId: this.#connection.id, source: found },
      [...tasks.keys()],
    )
    const added = [...tasks.values()].filter(({ place }) => !known.has(place))
    await services.accounts.db.transaction(async (tx) => {
      const ended = { state: 'DONE', problem: null, endedAt: this.#now } as const
      if (!(await advanceSyncTask({ db: tx }, this.#task, ended))) return
      await addSyncTasks({ db: tx }, this.#company.id, added)
    })
  }

  /** Asks about some of the products that lack it; when these are imported the next ones have their turn. */
  async #lookUp(source: Source): Promise<void> {
    const { services, clients } = this.#work
    const { place: marketplace, firstDay } = this.#task
    if (await this.#importsAreMany()) return this.#advance({ notBefore: this.#in(5 * SECOND_MS) })
    const asins = await uncatalogued(services, this.#company, marketplace, LOOKED_UP_AT_ONCE)
    if (asins.length === 0) return this.#end('DONE')
    const api = await clients.sellingPartner(this.#connection)
    return this.#store(source, { askedAt: this.#now, madeAt: this.#now }, () =>
      catalogueDocument(api, marketplace, firstDay, asins),
    )
  }

  async #fetch(source: Source): Promise<void> {
    if (await this.#isFull('IMPORTING', IMPORTING_MAX)) return
    const { clients } = this.#work
    const reportId = this.#task.reportId!
    if (source.question.kind === 'ADVERTISING') {
      const api = await clients.advertising(this.#connection)
      const report = await api.getReport(this.#task.place, reportId)
      const { status, url, madeAt, failureReason, createdAt = this.#task.createdAt } = report
      if (status === 'COMPLETED' && url)
        return this.#store(source, { askedAt: createdAt, madeAt }, () => api.download(url))
      if (status === 'FAILED') return this.#again(failed(failureReason))
      // Not by the task, which may have waited for its turn, or for a new consent, for longer than that.
      return this.#notMade(+this.#now - +createdAt > TASK_AGE_MS_MAX, POLL_MS.min * 3)
    }
    const api = await clients.sellingPartner(this.#connection)
    const { status, documentId, createdAt, madeAt = createdAt } = await api.getReport(reportId)
    if (status === 'CANCELLED') return this.#cancelled(source, api, createdAt)
    const isRestricted = source.question.kind === 'REPORT' && source.question.isRestricted === true
    if (status === 'FATAL')
      return this.#notForThem(
        source,
        documentId && (await this.#reason(() => api.download(documentId, { isRestricted }))),
      )
    if (status === 'DONE' && documentId)
      return this.#store(source, { askedAt: createdAt, madeAt }, () =>
        api.download(documentId, { isRestricted }),
      )
    const ageMs = +this.#now - +createdAt
    return this.#notMade(ageMs > MADE_WITHIN_MS, Math.min(Math.max(ageMs / 3, POLL_MS.min), POLL_MS.max))
  }

  /** Puts a report off of which Amazon would make no other now; the next of the same place, or account, follows when it does. */
  async #isTooSoon({ question }: Source): Promise<boolean> {
    const pauseMs = this.#pauseMs(question)
    if (pauseMs === 0) return false
    const { id, connectionId, source, place } = this.#task
    const last = await lastReportAt(
      this.#work.services.accounts,
      { id, connectionId, source, ...(!isOfAccount(question) && { place }) },
      this.#in(-pauseMs),
      this.#now,
    )
    if (last) await this.#advance({ notBefore: new Date(+last + pauseMs) })
    return last !== undefined
  }

  /**
   * Amazon cancels a report that has no rows, and one that was asked for too soon after another of its type, by whichever process of
   * the application. Its own list tells which.
   */
  async #cancelled(source: Source, api: SellingPartnerApi, createdAt: Date): Promise<void> {
    const { question } = source
    const pauseMs = this.#pauseMs(question)
    const isNothing = () =>
      this.#endComplete(source, 'EMPTY', this.#completeDays(source, createdAt), createdAt)
    if (question.kind !== 'REPORT' || pauseMs === 0) return isNothing()
    const since = new Date(+createdAt - pauseMs)
    let isTooSoon = false
    let newest = createdAt
    for await (const other of api.listReports({ reportTypes: [question.reportType], since })) {
      if (other.reportId === this.#task.reportId) continue
      if (other.createdAt <= createdAt) isTooSoon = true
      else if (other.createdAt > newest) newest = other.createdAt
    }
    if (!isTooSoon) return isNothing()
    if (+this.#now - +this.#task.createdAt > TASK_AGE_MS_MAX) return this.#again(ALWAYS_CANCELLED, pauseMs)
    return this.#advance({
      state: 'WAITING',
      reportId: null,
      attempts: 0,
      notBefore: new Date(+newest + pauseMs),
    })
  }

  #pauseMs(question: Source['question']): number {
    return pauseMsOf(question) / (this.#work.amazonSpeed ?? 1)
  }

  #completeDays(source: Source, askedAt: Date): CompleteDays | undefined {
    return completeDays(source, this.#task, this.#connection, { now: this.#work.services.now(), askedAt })
  }

  /** Ends where nothing new was said, and has that imported where it says something. */
  async #endComplete(
    source: Source,
    state: 'DONE' | 'EMPTY',
    complete: CompleteDays | undefined,
    madeAt: Date,
  ): Promise<void> {
    const { services, queue, admit } = this.#work
    const file = await saidFile(services, this.#company, this.#connection, {
      source,
      task: this.#task,
      isEmpty: state === 'EMPTY',
      madeAt,
      complete,
      admit,
    })
    if (!file) return this.#end(state)
    await this.#put(queue, file, (importId) => ({ state, importId, problem: null, endedAt: this.#now }))
  }

  /** Keeps a file and queues its import, together with what the task has come to. */
  async #put(
    queue: SyncWork['queue'],
    { fileName, requested, ...file }: FetchedFile,
    stepWith: (importId: number) => SyncStep,
  ): Promise<void> {
    const company = this.#company
    await using received = file.received
    const stored = { fileName, requested, fileSha256: received.sha256, fileBytes: received.bytes }
    await keepFile(this.#work.services, company, received, () =>
      queue.put(company, stored, async (tx, importId) => {
        if (!(await advanceSyncTask({ db: tx }, this.#task, stepWith(importId)))) throw new TaskGone()
      }),
    ).catch(async (error: unknown) => {
      // Disconnected or deleted while the file was on its way.
      if (!(error instanceof TaskGone) && (await this.#isThere())) throw error
    })
  }

  /** Amazon says of a report that it could not be made, also to who has no brand and so no report of searches. */
  async #notForThem(source: Source, reason: string | undefined): Promise<void> {
    const { accounts } = this.#work.services
    const { question } = source
    const { failures } = this.#task
    if (question.kind !== 'SEARCHES')
      return this.#again(failed(reason), Math.max(this.#pauseMs(question), AGAIN_MS[Math.min(failures, 2)]!))
    const asked = this.#wholeOf(source)
    const isForBrand = reason === undefined || OF_BRAND.test(reason)
    if (!isForBrand || failures + 1 < FAILURES_MAX || (await hasAnswered(accounts, asked)))
      return this.#again(failed(reason))
    await this.#end('DEAD', WITHOUT_BRAND)
    return giveUpSource(accounts, asked, WITHOUT_BRAND, this.#now)
  }

  /** All that is asked of a source where this is: of searches each question names some products of a marketplace. */
  #wholeOf({ id, question }: Source): Parameters<typeof giveUpSource>[1] {
    const { connectionId, place } = this.#task
    return {
      connectionId,
      source: id,
      place: question.kind === 'SEARCHES' ? chunkIn(place).marketplace : place,
    }
  }

  /** What Amazon says of a report that it could not make; undefined where it says nothing. */
  async #reason(download: () => Promise<AmazonDocument>): Promise<string | undefined> {
    try {
      return await reasonIn(await download())
    } catch (error) {
      if (!(error instanceof AmazonError) || !['WRONG', 'DENIED'].includes(error.kind)) throw error
      return undefined
    }
  }

  #notMade(isTooOld: boolean, pollMs: number): Promise<void> {
    if (isTooOld) return this.#again('Amazon has not made the report in time.')
    return this.#advance({ notBefore: this.#in(pollMs) })
  }

  /** Stores the file and queues its import, which is written down together with what the task has come to. */
  async #store(
    source: Source,
    { askedAt, madeAt }: { askedAt: Date; madeAt: Date | undefined },
    download: Parameters<typeof fetchFile>[3]['download'],
    firstMoment?: () => Date | undefined,
  ): Promise<void> {
    const { services, queue, admit } = this.#work
    const company = this.#company
    const file = await fetchFile(services, company, this.#connection, {
      source,
      task: this.#task,
      download,
      firstMoment,
      askedAt,
      madeAt,
      admit,
    })
    if (!file)
      return this.#endComplete(source, 'EMPTY', this.#completeDays(source, askedAt), madeAt ?? askedAt)
    await this.#put(queue, file, (importId) => ({
      state: 'IMPORTING',
      importId,
      attempts: 0,
      notBefore: this.#in(IMPORT_POLL_MS),
      problem: null,
    }))
  }

  /** What an import was made from. */
  #madeAt({ requested: { madeAt } }: Import): Date {
    return madeAt === undefined ? this.#now : new Date(madeAt)
  }

  async #lookAtImport(source: Source): Promise<void> {
    const { importId } = this.#task
    // Before the look: whoever ends the import after it wakes the task.
    await this.#advance({ notBefore: this.#in(IMPORT_POLL_MS) })
    const outcome =
      importId === null ? undefined : await getImport(this.#work.services.accounts, this.#company, importId)
    switch (outcome?.status) {
      case 'QUEUED':
      case 'RUNNING':
        return
      case 'ALREADY_KNOWN':
        // The same rows, but perhaps of more days than the first time.
        return this.#endComplete(source, 'DONE', outcome.requested.complete, this.#madeAt(outcome))
      case 'PUBLISHED':
        if (source.question.kind === 'CATALOGUE')
          return this.#advance({ state: 'WAITING', importId: null, attempts: 0, notBefore: this.#now })
        return this.#end('DONE')
      case 'UNPACKED':
      case 'UNDONE':
        return this.#end('DONE')
      case 'REFUSED':
        // A report without rows says that nothing happened.
        if (outcome.problem?.code === 'EMPTY_FILE')
          return this.#endComplete(source, 'EMPTY', outcome.requested.complete, this.#madeAt(outcome))
        return this.#end('DEAD', `The file was refused: ${outcome.problem?.text ?? ''}`)
      case 'NEEDS_ANSWER':
        return this.#end('DEAD', `The file waits for an answer: ${outcome.problem?.text ?? ''}`)
      case 'CANCELLED':
        return this.#end('DEAD', 'Somebody has stopped its import.')
      case 'FAILED':
        return this.#again(outcome.problem?.text ?? 'The import failed.')
      case undefined:
        return this.#again('The import is no longer there.')
    }
  }

  /** What Amazon does not do now, or not at all. */
  async #refused(source: Source, error: AmazonError): Promise<void> {
    const { services, clients } = this.#work
    const task = this.#task
    switch (error.kind) {
      case 'LATER': {
        if (error.retryAfterMs === undefined) return this.#whenItIsBack(error.message)
        const until = this.#in(Math.max(error.retryAfterMs, SECOND_MS) * (1 + Math.random() / 10))
        return postponeSyncTasks(services.accounts, task, until)
      }
      case 'APPLICATION': {
        // Nothing else of the connection would fare better.
        const until = this.#in(10 * 60 * SECOND_MS)
        await this.#advance({ problem: error.message, notBefore: until })
        return postponeSyncTasks(services.accounts, task, until)
      }
      case 'REVOKED':
        await clients.markBroken(this.#connection, error.message)
        // Given anew meanwhile, it goes on.
        return this.#advance({ notBefore: this.#in(60 * SECOND_MS) })
      case 'DENIED': {
        const problem = `Amazon does not allow this: ${error.message}`
        await this.#end('DEAD', problem)
        // A role or a brand that is missing is missing for all days.
        return giveUpSource(services.accounts, this.#wholeOf(source), problem, this.#now)
      }
      case 'WRONG':
        // A report that Amazon no longer knows can be asked for again.
        if (task.state === 'REQUESTED') return this.#again(error.message)
        return this.#end('DEAD', `Amazon does not take the question: ${error.message}`)
    }
  }

  async #failedHere(error: unknown): Promise<void> {
    if (isDatabaseAway(error)) throw error
    const said = isDiskFull(error) ? new AppError('DISK_FULL', {}, { cause: error }) : error
    // No room is nobody's failure: it waits until there is some.
    if (said instanceof AppError) {
      // No room will make it smaller.
      if (said.code === 'UPLOAD_TOO_LARGE') return this.#end('DEAD', said.message)
      const waitMs = said.code === 'TOO_MANY_IMPORTS_WAIT' ? 60 * SECOND_MS : HOUR_MS
      return this.#advance({ problem: said.message, notBefore: this.#in(waitMs) })
    }
    this.#work.log(`A step of sync task ${this.#task.id} failed`, error)
    return this.#tryLater('Something went wrong here; the log of the server has it.')
  }

  /** Begins anew what has come to nothing, a few times. */
  #again(problem: string, waitMsMin = 0): Promise<void> {
    const failures = this.#task.failures + 1
    if (failures >= FAILURES_MAX) return this.#end('DEAD', problem)
    return this.#advance({
      state: 'WAITING',
      reportId: null,
      importId: null,
      problem,
      attempts: 0,
      failures,
      notBefore: this.#in(waitMsMin + pauseMs(failures)),
    })
  }

  /** Does what failed here again, for most of a day. */
  #tryLater(problem: string): Promise<void> {
    if (this.#task.attempts + 1 >= ATTEMPTS_MAX) return this.#end('DEAD', problem)
    return this.#pause(problem)
  }

  /**
   * Waits for Amazon: days that are given up are read again only when somebody asks for it. One that waited for a new consent for
   * weeks is not given up at the first answer that fails.
   */
  #whenItIsBack(problem: string): Promise<void> {
    const isTooOld = +this.#now - +this.#task.createdAt > AWAY_MS_MAX
    return isTooOld ? this.#tryLater(problem) : this.#pause(problem)
  }

  #pause(problem: string): Promise<void> {
    const attempts = this.#task.attempts + 1
    return this.#advance({ problem, attempts, notBefore: this.#in(pauseMs(attempts)) })
  }

  /** Of the company. What has to wait for them where nothing is to be requested waits alone. */
  async #importsAreMany(): Promise<boolean> {
    const { companyId } = this.#task
    return (
      (await countSyncTasks(this.#work.services.accounts, { companyId, state: 'IMPORTING' })) >= IMPORTING_MAX
    )
  }

  /** Leaves all of a state for later while as many as may be are under way. */
  async #isFull(state: 'REQUESTED' | 'IMPORTING', most: number): Promise<boolean> {
    const { accounts } = this.#work.services
    const { companyId, connectionId } = this.#task
    const among = state === 'REQUESTED' ? { companyId, connectionId } : { companyId }
    if ((await countSyncTasks(accounts, { ...among, state })) < most) return false
    await postponeSyncTasks(accounts, this.#task, this.#in(5 * SECOND_MS))
    return true
  }

  async #isThere(): Promise<boolean> {
    const { accounts } = this.#work.services
    return (await getCompany(accounts, this.#company.id)) !== undefined
  }

  #end(state: 'DONE' | 'EMPTY' | 'DEAD', problem: string | null = null): Promise<void> {
    return this.#advance({ state, problem, endedAt: this.#now })
  }

  async #advance(step: SyncStep): Promise<void> {
    await advanceSyncTask(this.#work.services.accounts, this.#task, step)
  }

  #in(ms: number): Date {
    return new Date(+this.#now + ms)
  }
}

/** The task of a file is not what it was when the file was asked for. */
class TaskGone extends Error {}

/** Longer each time, and never the same for all. */
const pauseMs = (times: number): number =>
  Math.min(BACKOFF_MS.first * 2 ** Math.min(times - 1, 16), BACKOFF_MS.max) * (0.75 + Math.random() / 2)

const failed = (reason?: string): string =>
  `Amazon could not make the report${reason ? `: ${reason.slice(0, 300)}` : '.'}`
