import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { initTRPC } from '@trpc/server'
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import fastify from 'fastify'
import { z } from 'zod'
import { PnlInput } from '#contract/profit-and-loss.ts'
import { streamsOf } from '#server/ledger/coverage/claims.ts'
import { fetched, newQuestion } from './fetched.ts'
import { fillLedger, RANGE } from './fill-ledger.ts'
import { median, quantile, ratio, whole, type Section } from './measure.ts'
import { inTemporary, openAt } from './place.ts'
import { signedIn } from './signed-in.ts'

const CONNECTIONS = 32
const USERS = 8
const SECONDS = 4
const ROUNDS = 5
const CALL_AIM = 0.5
const MIX_AIM = 3

interface Result {
  perSecond: number
  p99: number
}

/** How many calls a process answers: those that do nothing, and the questions of eight people. */
export function calls({ small }: { small: boolean }): Promise<Section[]> {
  return inTemporary(async (directory) => {
    await using installation = await openAt(join(directory, 'data'))
    const { app, services } = installation
    const companies = await fillLedger(services, small ? 500_000 : 5_000_000)
    const company = companies[companies.length >> 1]!
    await streamsOf(services, company)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const bare = await bareServer()
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const authorization = await signedIn(installation, address, company.id)
    try {
      const at = (of: string, procedure: string, input: object) => () =>
        fetched(
          `${of}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
          agent,
          authorization,
        )
      const question = { companyId: company.id }
      const smallest = await inTurns(CONNECTIONS, {
        call: at(address, 'profitAndLoss.getOrderProfitAndLossLicenseStatus', question),
        bare: at(bare.address, 'status', question),
      })
      const statement = PnlInput.parse({
        ...question,
        currencyCode: 'USD',
        startDate: RANGE.start,
        endDate: RANGE.end,
        dateInterval: 'MONTHLY',
      })
      const mix = await inTurns(USERS, {
        statement: () => at(address, 'profitAndLoss.getData', newQuestion(statement))(),
        rows: () =>
          services.analytics.rows(BARE_ROWS, {
            params: { companyId: company.id, from: RANGE.start, to: RANGE.end },
          }),
      })
      return [sectionOf(smallest), mixOf(mix)]
    } finally {
      agent.destroy()
      await bare.close()
    }
  })
}

const BARE_ROWS = `SELECT toStartOfMonth(day) AS month, line,
    sum(toFloat64(amount) * n * if(currency = '', 1, toFloat64(usd))) AS total
  FROM ledger
  ANY LEFT JOIN (SELECT currency, day AS fx_day, usd FROM daily_rates WHERE company_id = {companyId:String}) AS rates USING (currency, fx_day)
  WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND day BETWEEN {from:Date} AND {to:Date}
  GROUP BY month, line`

/** The same kind of call without anything of ours. */
async function bareServer(): Promise<{ address: string; close: () => Promise<void> }> {
  const t = initTRPC.create()
  const router = t.router({
    status: t.procedure
      .input(z.object({ companyId: z.string() }))
      .query(({ input }) => ({ isLicensed: input.companyId !== '' })),
  })
  const app = fastify()
  await app.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions: { router } })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { address, close: () => app.close() }
}

/** Some seconds of each, several times; whoever comes first changes. */
async function inTurns<Name extends string>(
  atOnce: number,
  work: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(work) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>
  for (let round = -1; round < ROUNDS; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await load(atOnce, work[name])
      if (round >= 0) results[name].push(result)
    }
  return results
}

async function load(atOnce: number, call: () => Promise<unknown>): Promise<Result> {
  const times: number[] = []
  const started = performance.now()
  const end = started + SECONDS * 1000
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let from = performance.now(); from < end; from = performance.now()) {
        await call()
        times.push(performance.now() - from)
      }
    }),
  )
  return { perSecond: times.length / ((performance.now() - started) / 1000), p99: quantile(times, 0.99) }
}

const perSecond = (results: readonly Result[]) => median(results.map((result) => result.perSecond))
const p99 = (results: readonly Result[]) => median(results.map((result) => result.p99))
const shareOf = (own: readonly Result[], other: readonly Result[]) =>
  median(own.map((result, round) => result.perSecond / other[round]!.perSecond))
const row = (what: string, results: readonly Result[]) => [
  what,
  whole(perSecond(results)),
  p99(results).toFixed(1),
]

function sectionOf({ call, bare }: Record<'call' | 'bare', Result[]>): Section {
  const share = shareOf(call, bare)
  return {
    title: `A call that does nothing, at ${CONNECTIONS} connections`,
    text: [
      `A question with a token about a company's licence: who asks, whether they are a member, and which company, looked up in the store. Beside it a server of Fastify and tRPC that knows nobody. Both are asked by the same process that they run in. Medians of ${ROUNDS} rounds of ${SECONDS} seconds in turns.`,
    ],
    table: [['', 'answers a second', 'p99 ms'], row('With a token', call), row('Bare tRPC', bare)],
    aims: [
      {
        what: 'answers a second, against bare tRPC',
        wanted: `at least ${CALL_AIM}`,
        found: ratio(share),
        met: share >= CALL_AIM,
      },
    ],
  }
}

function mixOf({ statement, rows }: Record<'statement' | 'rows', Result[]>): Section {
  const share = shareOf(statement, rows)
  return {
    title: `${USERS} people at once`,
    text: [
      `Each asks for a statement of 24 months that nobody has asked for before, through HTTP, and has its answer before they ask again. Beside it the same sums from the ledger's rows in bare SQL, through the same client.`,
    ],
    table: [['', 'answers a second', 'p99 ms'], row('Statement', statement), row('Bare SQL, ledger', rows)],
    aims: [
      {
        what: "answers a second, against the bare rows'",
        wanted: `at least ${MIX_AIM}`,
        found: ratio(share),
        met: share >= MIX_AIM,
      },
    ],
  }
}
