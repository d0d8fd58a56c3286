import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import type { AmazonDocument } from '#amazon/index.ts'
import {
  listSellerAccounts,
  type Company,
  type ImportRequest,
  type SyncedConnection,
  type SyncTask,
} from '#server/accounts/index.ts'
import type { ReceivedFile } from '#server/files/raw-files.ts'
import type { Admit } from '#server/ledger/importing/archive-import.ts'
import { isSaidComplete } from '#server/ledger/importing/said-coverage.ts'
import type { Services } from '#server/ledger/services.ts'
import { localDay, timeZoneOf } from '#server/local-time.ts'
import { addDays, earlier, later } from '#contract/date-range.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { firstDayKept, firstPromised } from './requests.ts'
import { chunkIn } from './search-chunks.ts'
import type { Source } from './sources.ts'

export interface FetchedFile {
  /** Kept by whoever queues its import, and disposed of. */
  received: ReceivedFile
  fileName: string
  requested: ImportRequest
}

/**
 * Takes in what Amazon has made, within what the company may store; undefined where there is nothing in it. Throws `AppError`
 * where there is no room, before Amazon is asked where that is known by then.
 */
export async function fetchFile(
  services: Services,
  company: Company,
  connection: SyncedConnection,
  {
    source,
    task,
    download,
    firstMoment,
    askedAt,
    madeAt,
    admit,
  }: {
    source: Source
    task: SyncTask
    download: () => Promise<AmazonDocument>
    /** Of what is in it, once it is downloaded. */
    firstMoment?: (() => Date | undefined) | undefined
    askedAt: Date
    /** As Amazon says. */
    madeAt: Date | undefined
    admit: Admit
  },
): Promise<FetchedFile | undefined> {
  const admission = await admit(company)
  try {
    const { bytes, charset } = await download()
    const { isEmpty, all } = await withoutEmpty(bytes)
    if (isEmpty) return undefined
    const received = await services.files.receive(
      company.id,
      admission.body(Readable.from(all, { objectMode: false })),
    )
    const characters = charset?.()
    const now = services.now()
    const complete = completeDays(source, task, connection, { now, askedAt, firstMoment: firstMoment?.() })
    // What was made in the future would be the newest for ever.
    const made = madeAt && madeAt < now ? madeAt : now
    const dated = datedAt(made, source, task, connection)
    return {
      fileName: fileNameOf(source, dated, connection),
      received,
      requested: {
        ...requestOf(source, dated, connection),
        ...(complete && { complete }),
        ...(characters !== undefined && { charset: characters }),
        madeAt: made.toISOString(),
      },
    }
  } finally {
    admission.end()
  }
}

/** One file of all pages, a transaction to a line; nothing where there is none. `onPosted` is told when each was posted. */
export async function* transactionsFile(
  pages: AsyncIterable<readonly object[]>,
  onPosted: (moment: Date) => void,
): AsyncGenerator<Uint8Array> {
  let isOpen = false
  for await (const page of pages) {
    if (page.length === 0) continue
    for (const transaction of page)
      if ('postedDate' in transaction) onPosted(new Date(String(transaction.postedDate)))
    const lines = page.map((transaction) => JSON.stringify(transaction)).join(',\n')
    yield Buffer.from(`${isOpen ? ',' : '{"transactions": ['}\n${lines}`)
    isOpen = true
  }
  if (isOpen) yield Buffer.from('\n]}\n')
}

/** An empty list or a line of headings, packed or not, is shorter than this. */
const EMPTY_BYTES_MAX = 4_000

/** Nothing in it says of which days it is, and the same nothing comes for all of them. */
async function withoutEmpty(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ isEmpty: boolean; all: AsyncIterable<Uint8Array> }> {
  const rest = bytes[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  let length = 0
  let isWhole = false
  while (length <= EMPTY_BYTES_MAX && !isWhole) {
    const { done, value } = await rest.next()
    if (done) isWhole = true
    else {
      head.push(value)
      length += value.byteLength
    }
  }
  const all = async function* () {
    yield* head
    if (!isWhole) yield* { [Symbol.asyncIterator]: () => rest }
  }
  return { isEmpty: isWhole && isEmptyText(Buffer.concat(head)), all: all() }
}

function isEmptyText(bytes: Buffer): boolean {
  let text = bytes
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    try {
      text = gunzipSync(bytes, { maxOutputLength: EMPTY_BYTES_MAX })
    } catch {
      // Large, or damaged, which its import will say.
      return false
    }
  const lines = text
    .toString('latin1')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
  const [first = ''] = lines
  return /^\s*[[{]/.test(first) ? isEmptyJson(lines.join('\n')) : lines.length <= 1
}

/** An empty list, or lists in an object of which none has anything. */
function isEmptyJson(text: string): boolean {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Damaged, which its import will say.
    return false
  }
  const lists = Array.isArray(value) ? [value] : Object.values(value as object).filter(Array.isArray)
  return lists.length > 0 && lists.every((list: unknown[]) => list.length === 0)
}

/** How things are when it is made: the task may have waited for days. */
const datedAt = (made: Date, source: Source, task: SyncTask, connection: SyncedConnection): SyncTask =>
  source.rhythm.kind === 'TODAY' ? { ...task, firstDay: localDayIn(source, task, connection, made) } : task

/** Says in a file of our own what an answer says that has no rows, or none that are new; undefined where it is nothing. */
export async function saidFile(
  services: Services,
  company: Company,
  connection: SyncedConnection,
  {
    source,
    task,
    isEmpty,
    madeAt,
    complete,
    admit,
  }: {
    source: Source
    task: SyncTask
    isEmpty: boolean
    /** Of the answer, which may have waited to be fetched. */
    madeAt: Date
    complete: CompleteDays | undefined
    admit: Admit
  },
): Promise<FetchedFile | undefined> {
  const dated = datedAt(madeAt, source, task, connection)
  const said =
    isEmpty && source.tableOfUnits
      ? { [source.tableOfUnits]: [noUnits(source, dated, connection)] }
      : complete && (await coverageSaid(services, company, connection, complete))
  if (!said) return undefined
  const bytes = Buffer.from(`${JSON.stringify(said)}\n`)
  const admission = await admit(company)
  try {
    const received = await services.files.receive(
      company.id,
      admission.body(Readable.from([bytes], { objectMode: false })),
    )
    return {
      fileName: `no-${nameOf(source, dated, connection)}.facts.json`,
      received,
      requested: requestOf(source, dated, connection),
    }
  } finally {
    admission.end()
  }
}

const noUnits = ({ scope }: Source, task: SyncTask, connection: SyncedConnection) => ({
  date: task.firstDay,
  marketplace: marketplaceIn(scope, task, connection),
  units: 0,
})

/** That the answer was complete; undefined where what counts says so already. */
async function coverageSaid(
  services: Services,
  company: Company,
  connection: SyncedConnection,
  complete: CompleteDays,
): Promise<{ coverage: object[] } | undefined> {
  const accounts = await listSellerAccounts(services.accounts, company)
  const accountId = accounts.find(({ name }) => name === connection.account)?.id
  // What is read again and still empty adds nothing.
  if (accountId !== undefined && (await isSaidComplete(services, company, { accountId, complete })))
    return undefined
  const { tables, marketplaces, start, end } = complete
  return {
    coverage: tables.flatMap((table) =>
      marketplaces.map((marketplace) => ({
        table_name: table,
        marketplace,
        start_date: start,
        end_date: end,
      })),
    ),
  }
}

/** The day of a moment in the marketplace that a task is of, or in the first of its connection. */
export function localDayIn(
  { scope }: Source,
  task: SyncTask,
  connection: SyncedConnection,
  moment: Date,
): string {
  const code = marketplaceIn(scope, task, connection) ?? connection.marketplaces[0]
  return localDay(moment, timeZoneOf(code ?? ''))
}

export type CompleteDays = NonNullable<ImportRequest['complete']>

/** Days that were over in each of the marketplaces when they were asked for, and that Amazon remembers. */
export function completeDays(
  source: Source,
  task: SyncTask,
  connection: SyncedConnection,
  { now, askedAt, firstMoment }: { now: Date; askedAt: Date; firstMoment?: Date | undefined },
): CompleteDays | undefined {
  const { complete, scope, question, hasPacificDays = false } = source
  if (!complete) return undefined
  const own = marketplaceIn(scope, task, connection)
  const marketplaces = scope === 'REGION' ? connection.marketplaces : own === undefined ? [] : [own]
  const zones = marketplaces.flatMap((code) => marketplaceOf(code)?.timeZone ?? [])
  if (hasPacificDays && zones.length > 0) zones.push(timeZoneOf('US'))
  // An answer that is fetched a day later has the morning of the day on which it was asked for.
  const asked = askedAt < now ? askedAt : now
  const over = zones.map((timeZone) => addDays(localDay(asked, timeZone), -1))
  // Of the day of its first row some hours may be forgotten.
  const remembered =
    firstMoment && zones.map((timeZone) => addDays(localDay(firstMoment, timeZone), 1)).reduce(later)
  const known = [firstPromised(source.promisedDays, now), ...(remembered ? [remembered] : [])].reduce(earlier)
  const start =
    question.kind === 'ADVERTISING'
      ? firstDayKept(source, task, localDayIn(source, task, connection, now))
      : later(task.firstDay, known)
  const end = [task.lastDay, ...over].toSorted()[0]!
  if (over.length === 0 || start === undefined || end < start) return undefined
  return { tables: [complete], marketplaces, start, end }
}

/** What people see in the list of imports, and what some reports are told by. */
const fileNameOf = (source: Source, task: SyncTask, connection: SyncedConnection): string =>
  `${nameOf(source, task, connection)}.${source.extension}`

function nameOf({ scope, rhythm, fileName }: Source, task: SyncTask, connection: SyncedConnection): string {
  const place = scope === 'REGION' ? '' : `-${marketplaceIn(scope, task, connection) ?? ''}`
  const days = isOfToday(rhythm) ? task.firstDay : `${task.firstDay}-to-${task.lastDay}`
  return `${fileName}${place}-${days}`
}

/** As a person would have answered who handed the file in. */
function requestOf(
  { id, scope, rhythm, table, hasPacificDays = false }: Source,
  task: SyncTask,
  connection: SyncedConnection,
): ImportRequest {
  const { account } = connection
  const marketplace =
    marketplaceIn(scope, task, connection) ??
    (scope === 'REGION' && account === undefined ? connection.marketplaces[0] : undefined)
  return {
    fetched: id,
    ...(account !== undefined && { account }),
    ...(marketplace !== undefined && { marketplace }),
    ...(isOfToday(rhythm) && { day: task.firstDay }),
    ...(rhythm.kind === 'CHANGES' && { changedSince: task.firstDay }),
    ...(table && { tables: [table] }),
    ...(hasPacificDays && { days: { start: task.firstDay, end: task.lastDay } }),
  }
}

const isOfToday = ({ kind }: Source['rhythm']): boolean => kind === 'TODAY' || kind === 'AFTER'

/** Whether the connection still has what a task is of. */
export function isPlaceOf(
  connection: SyncedConnection,
  { scope }: Pick<Source, 'scope'>,
  task: Pick<SyncTask, 'place'>,
): boolean {
  if (scope === 'REGION') return true
  const marketplace = marketplaceIn(scope, task, connection)
  return marketplace !== undefined && (scope === 'PROFILE' || connection.marketplaces.includes(marketplace))
}

function marketplaceIn(
  scope: Source['scope'],
  { place }: Pick<SyncTask, 'place'>,
  { profiles }: SyncedConnection,
): string | undefined {
  if (scope === 'REGION') return undefined
  if (scope === 'PROFILE') return profiles.find(({ profileId }) => profileId === place)?.marketplace
  return place.includes(' ') ? chunkIn(place).marketplace : place
}
