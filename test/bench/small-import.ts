import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCompany, getCompany, type Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { importOnce } from './import-once.ts'
import { median, ratio, whole, type Section } from './measure.ts'
import { inTemporary, openAt, settled } from './place.ts'
import { engineOf, processorSeconds } from './processes.ts'
import { GERMAN, writeSettlement } from './settlement-file.ts'

const ROWS = 100
const PAIRS = 7
const HELD = [0, 1_000_000, 10_000_000]
const HELD_SMALL = [0, 100_000, 1_000_000]
/** Held rows come in files of so many, each a settlement of its own. */
const ROWS_OF_FILE = 1_000_000
/** Numbers of settlements, apart from those that are held. */
const FIRST_NEW = 1_000

/** Of 2,000 products the hundredth, by how much they sell: one of each thousand orders. */
const COSTED = 'SX-00100-BLK'

const GROWTH_MAX = 1.5
const MS_MAX = 500

interface Cost {
  ms: number
  processorMs: number
  rowsRead: number
}

const KINDS = ['settlement', 'orders', 'costs'] as const
type Kind = (typeof KINDS)[number]
const WHAT: Record<Kind, string> = {
  settlement:
    '100 rows: a settlement that nobody has seen before, with refunds, into a company that has orders too',
  orders:
    '100 rows: orders of products that the company has sold before, whose fees are expected by what was charged for these',
  costs: 'what one product costs from a new day on, which is sold in one of each thousand orders',
}

/** A few rows into companies that hold nothing yet, much and very much, in turns, in one engine. */
export async function smallImport({ small }: { small: boolean }): Promise<Section[]> {
  const sizes = small ? HELD_SMALL : HELD
  return inTemporary(async (directory) => {
    const installation = await openAt(join(directory, 'data'))
    try {
      const { services } = installation
      let nth = FIRST_NEW
      const paths: Record<Kind, string> = {
        settlement: join(directory, 'settlement.txt'),
        orders: join(directory, 'orders.json'),
        costs: join(directory, 'costs.json'),
      }
      const write: Record<Kind, () => Promise<unknown>> = {
        // Of each five sales one is a refund, whose original nobody knows.
        settlement: () => writeSettlement(paths.settlement, GERMAN, ROWS, { nth: nth++, refundEvery: 5 }),
        orders: () => writeFile(paths.orders, ordersText(nth++)),
        costs: () => writeFile(paths.costs, costsText(nth++)),
      }
      const next = async (kind: Kind, company: Company): Promise<Cost> => {
        await write[kind]()
        return costOf(services, paths[kind], (await getCompany(services.accounts, company.id))!)
      }
      const companies: Company[] = []
      for (const held of sizes) {
        const company = await createCompany(services.accounts, { name: `Holds ${held}` })
        for (let file = 1; file <= Math.ceil(held / ROWS_OF_FILE); file++) {
          await writeSettlement(paths.settlement, GERMAN, Math.min(held, ROWS_OF_FILE), { nth: file })
          await importOnce(services, paths.settlement, (await getCompany(services.accounts, company.id))!)
        }
        // The first import of a company brings its exchange rates.
        for (const kind of KINDS) await next(kind, company)
        companies.push(company)
      }
      await settled(services.analytics)
      const costs = (): Cost[][] => sizes.map(() => [])
      const found: Record<Kind, Cost[][]> = { settlement: costs(), orders: costs(), costs: costs() }
      for (let pair = 0; pair < PAIRS; pair++)
        for (const kind of KINDS)
          for (const [place, company] of companies.entries())
            found[kind][place]!.push(await next(kind, company))
      return KINDS.map((kind) => sectionOf(kind, sizes, found[kind]))
    } finally {
      await installation.close()
    }
  })
}

/** Orders of the days of the newest settlements, of the products that sell best in them. */
export const ordersText = (nth: number): string =>
  JSON.stringify({
    order_items: Array.from({ length: ROWS }, (_, index) => ({
      order_id: `9-${nth}-${index}`,
      order_item_id: '1',
      purchased_at: '2026-03-02T10:00:00Z',
      order_status: 'Shipped',
      marketplace: 'DE',
      currency: 'EUR',
      fulfillment_channel: 'AFN',
      sku: `SX-${String(index % 10).padStart(5, '0')}-BLK`,
      quantity: 1,
      item_price: '20.00',
    })),
  })

/** Each cost is another one, from the first day on. */
const costsText = (nth: number): string =>
  JSON.stringify({
    product_costs: [{ sku: COSTED, valid_from: '2020-01-01', currency: 'EUR', manufacturing: `${nth}.25` }],
  })

async function costOf(services: Services, path: string, company: Company): Promise<Cost> {
  const engine = engineOf()
  const rowsBefore = await rowsRead(services)
  const own = process.cpuUsage()
  const before = processorSeconds(engine)
  const { seconds } = await importOnce(services, path, company)
  const { user, system } = process.cpuUsage(own)
  return {
    ms: seconds * 1_000,
    processorMs: (processorSeconds(engine) - before) * 1_000 + (user + system) / 1_000,
    rowsRead: (await rowsRead(services)) - rowsBefore,
  }
}

async function rowsRead({ analytics }: Services): Promise<number> {
  const [row] = await analytics.rows<{ value: string }>(
    `SELECT value FROM system.events WHERE event = 'SelectedRows'`,
  )
  return Number(row?.value ?? 0)
}

function sectionOf(kind: Kind, sizes: readonly number[], costs: readonly (readonly Cost[])[]): Section {
  const medianOf = (place: number, pick: (cost: Cost) => number) => median(costs[place]!.map(pick))
  const growth = (pick: (cost: Cost) => number) =>
    median(costs.at(-1)!.map((cost, pair) => pick(cost) / pick(costs[0]![pair]!)))
  const most = Math.max(...sizes.map((_, place) => medianOf(place, ({ ms }) => ms)))
  return {
    title: `A small import into what a company holds: ${kind}`,
    text: [
      `From the upload on disk to the published version: ${WHAT[kind]}. Medians of ${PAIRS} rounds over the same companies; processor time is that of the engine and of the program; rows are those that the engine read for all statements of the import.`,
    ],
    table: [
      ['Rows held', 'milliseconds', 'processor ms', 'rows read'],
      ...sizes.map((held, place) => [
        whole(held),
        whole(medianOf(place, ({ ms }) => ms)),
        whole(medianOf(place, ({ processorMs }) => processorMs)),
        whole(medianOf(place, ({ rowsRead: rows }) => rows)),
      ]),
    ],
    aims: [
      // A cost is that of all units that were sold, which are more where more is held.
      ...(kind === 'costs'
        ? []
        : [
            {
              what: `milliseconds, ${whole(sizes.at(-1)!)} rows held against none`,
              wanted: `at most ${GROWTH_MAX}`,
              found: ratio(growth(({ ms }) => ms)),
              met: growth(({ ms }) => ms) <= GROWTH_MAX,
            },
          ]),
      {
        what: 'milliseconds, whatever is held',
        wanted: `below ${MS_MAX}`,
        found: whole(most),
        met: most < MS_MAX,
      },
    ],
  }
}
