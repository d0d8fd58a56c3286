import { LRUCache } from 'lru-cache'
import { json } from '../http.ts'
import type { World } from '../world.ts'
import { invalidInput } from './errors.ts'
import { momentIn, type Call, type Operation } from './operation.ts'

const PAGE_SIZE = 100
const WINDOW_MS = 180 * 86_400_000
/** What Amazon calls "at least two minutes before the request". */
const LAG_MS = 2 * 60_000
/** Long lists of sellers whose pages are being read; the others are made again for their next page. */
const LISTS_MAX = 4

const STATUSES = ['DEFERRED', 'RELEASED', 'DEFERRED_RELEASED']
const IDENTIFIERS = ['FINANCIAL_EVENT_GROUP_ID', 'ORDER_ID']

/** The fields that transactions are chosen by. */
interface Transaction {
  transactionStatus?: string
  marketplaceDetails?: { marketplaceId?: string }
  relatedIdentifiers?: { relatedIdentifierName: string; relatedIdentifierValue: string }[]
}

interface NextPage {
  owner: string
  after: number
  before: number
  now: number
  offset: number
}

export function financeOperations(world: World): readonly Operation[] {
  const lists = new LRUCache<string, readonly object[]>({ max: LISTS_MAX })

  const listed = ({ seller, account }: Call, { owner, after, before, now }: NextPage): readonly object[] => {
    if (before - after > WINDOW_MS) return []
    const key = [owner, after, before, now].join(' ')
    const transactions =
      lists.get(key) ?? seller.transactions(account.region, new Date(after), new Date(before), new Date(now))
    lists.set(key, transactions)
    return transactions
  }

  return [
    {
      name: 'listTransactions',
      method: 'GET',
      path: /^\/finances\/2024-06-19\/transactions$/,
      rate: { perSecond: 0.5, burst: 10 },
      answer: (call) => {
        const matches = filterOf(call.asked.query)
        const page = pageOf(call, world)
        const all = listed(call, page)
        const offset = page.offset + PAGE_SIZE
        return json(200, {
          payload: {
            // Amazon too cuts pages before it leaves out what does not match, so that some are empty.
            transactions: all.slice(page.offset, offset).filter(matches),
            ...(offset < all.length && { nextToken: world.seal.write('transactions', { ...page, offset }) }),
          },
        })
      },
    },
  ]
}

function filterOf(query: URLSearchParams): (transaction: Transaction) => boolean {
  const status = query.get('transactionStatus')
  if (status !== null && !STATUSES.includes(status)) throw invalidInput('Invalid transactionStatus.')
  const marketplaceId = query.get('marketplaceId')
  const name = query.get('relatedIdentifierName')
  const value = query.get('relatedIdentifierValue')
  if ((name === null) !== (value === null) || (name !== null && !IDENTIFIERS.includes(name)))
    throw invalidInput('Invalid relatedIdentifierName or relatedIdentifierValue.')
  return ({ transactionStatus, marketplaceDetails, relatedIdentifiers = [] }) =>
    (status === null || transactionStatus === status) &&
    (marketplaceId === null || marketplaceDetails?.marketplaceId === marketplaceId) &&
    (name === null ||
      relatedIdentifiers.some(
        (one) => one.relatedIdentifierName === name && one.relatedIdentifierValue === value,
      ))
}

function pageOf({ asked: { query }, seller, account, clientId }: Call, world: World): NextPage {
  const owner = [seller.id, account.region, clientId].join(' ')
  const token = query.get('nextToken')
  if (token !== null) {
    const next = world.seal.read<NextPage>('transactions', token)
    if (next?.owner !== owner) throw invalidInput('Invalid nextToken.')
    return next
  }
  const now = world.now().getTime()
  const before = momentIn(query, 'postedBefore')?.getTime() ?? now - LAG_MS
  const isAboutOne = query.has('relatedIdentifierName')
  const after = momentIn(query, 'postedAfter')?.getTime() ?? (isAboutOne ? before - WINDOW_MS : undefined)
  if (after === undefined) throw invalidInput('postedAfter is needed where no related identifier is given.')
  if (after > now - LAG_MS || before > now - LAG_MS)
    throw invalidInput('postedAfter and postedBefore have to be at least two minutes before the request.')
  if (after >= before) throw invalidInput('postedBefore has to be later than postedAfter.')
  return { owner, after, before, now, offset: 0 }
}
