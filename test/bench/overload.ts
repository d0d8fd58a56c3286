import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PnlInput } from '#contract/profit-and-loss.ts'
import { sdkClient, tokensFor } from '#test/support/identity-sdk.ts'
import { accountOf } from '#test/support/signed-in.ts'
import { SpawnedServer } from '#test/support/spawned-server.ts'
import { newQuestion } from './fetched.ts'
import { fillLedger, RANGE } from './fill-ledger.ts'
import { median, quantile, whole, type Section } from './measure.ts'
import { inTemporary, openAt } from './place.ts'
import { engineOf, memoryOf } from './processes.ts'
import { begin, finish, PASSWORD } from './sign-in.ts'

/** Eight are the usual crowd. */
const USERS = 80
const SECONDS = 60
const SIGN_IN_EVERY_MS = 500
/** Who signs in all the while. */
const COMING = 'coming@example.com'
/** Whoever waits longer has given up. */
const PATIENCE_MS = 15_000
const QUIET_QUESTIONS = 60
/** As many answers in a row decide whether it has calmed down. */
const CALM_QUESTIONS = 20
const NORMAL_SECONDS_AIM = 10
const SIGN_IN_MS_AIM = 1_000
const MEMORY_MB_AIM = 2_000

interface Asked {
  ms: number
  /** 0 is no answer. */
  status: number
  isToldWhen: boolean
}

/** Ten times the usual crowd for a minute, while others sign in: what is answered, refused, or lost, and what comes after. */
export function overload({ small }: { small: boolean }): Promise<Section[]> {
  return inTemporary(async (directory) => {
    const dataDir = join(directory, 'data')
    const noLimit = '1000000'
    const limits = {
      SEXTANT_LIMIT_SIGN_INS_PER_MINUTE: noLimit,
      SEXTANT_LIMIT_ANSWERS_PER_MINUTE: noLimit,
      SEXTANT_LIMIT_CALLS_PER_MINUTE: noLimit,
    }
    const { companies, account, ids } = await prepared(dataDir, small ? 100_000 : 5_000_000)
    Object.assign(process.env, limits)
    const server = await SpawnedServer.start(dataDir)
    const engine = engineOf(server.pid)
    const pool = { ...ids, address: `${server.address}/identity/`, endpoint: `${server.address}/identity/` }
    const { AccessToken } = await tokensFor(sdkClient(pool), pool, account.email, account.password)
    const authorization = `Bearer ${AccessToken}`

    const ask = async (n: number): Promise<Asked> => {
      const input = PnlInput.parse({
        companyId: companies[n % companies.length],
        currencyCode: 'USD',
        startDate: RANGE.start,
        endDate: new Date(Date.parse(RANGE.end) - (n % 300) * 86_400_000).toISOString().slice(0, 10),
        dateInterval: 'MONTHLY',
      })
      const url = `${server.address}/trpc/profitAndLoss.getData?input=${encodeURIComponent(JSON.stringify(newQuestion(input)))}`
      const from = performance.now()
      try {
        const response = await fetch(url, {
          headers: { authorization },
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
        await response.text()
        const { status, headers } = response
        return { ms: performance.now() - from, status, isToldWhen: headers.has('retry-after') }
      } catch {
        return { ms: performance.now() - from, status: 0, isToldWhen: false }
      }
    }
    let questions = 0
    const quiet: number[] = []
    for (let n = -10; n < QUIET_QUESTIONS; n++) {
      const { ms } = await ask(questions++)
      if (n >= 0) quiet.push(ms)
    }

    const seconds = small ? 10 : SECONDS
    const end = performance.now() + seconds * 1_000
    const isOn = () => performance.now() < end
    const crowd: Asked[] = []
    const signIns: number[] = []
    let failedSignIns = 0
    let memory = 0
    await Promise.all([
      ...Array.from({ length: USERS }, async () => {
        while (isOn()) crowd.push(await ask(questions++))
      }),
      (async () => {
        while (isOn()) {
          try {
            const first = await begin(pool, COMING)
            signIns.push(first.ms + (await finish(pool, first.answer)))
          } catch {
            failedSignIns += 1
          }
          await sleep(SIGN_IN_EVERY_MS)
        }
      })(),
      (async () => {
        while (isOn()) {
          memory = Math.max(memory, memoryOf(server.pid, 'VmRSS') + memoryOf(engine, 'VmRSS'))
          await sleep(200)
        }
      })(),
    ])

    const over = performance.now()
    const normal = 1.5 * quantile(quiet, 0.99)
    let secondsToNormal = Infinity
    const after: number[] = []
    while (performance.now() - over < 60_000) {
      after.push((await ask(questions++)).ms)
      const latest = after.slice(-CALM_QUESTIONS)
      if (latest.length < CALM_QUESTIONS || quantile(latest, 0.99) > normal) continue
      secondsToNormal = (performance.now() - over - latest.reduce((sum, ms) => sum + ms, 0)) / 1_000
      break
    }
    const crashes = Number(!existsSync(`/proc/${server.pid}`)) + Number(!existsSync(`/proc/${engine}`))
    await server.kill({ group: true })

    const of = (status: number) => crowd.filter((asked) => asked.status === status)
    const answered = of(200).map(({ ms }) => ms)
    const refused = of(503)
    const lost = of(0).length
    const others = crowd.length - answered.length - refused.length - lost
    const share = (n: number) => `${((100 * n) / crowd.length).toFixed(1)} %`
    const memoryMb = memory / 1e6
    return [
      {
        title: 'Overload',
        text: [
          `${USERS} people ask for the profit and loss of up to 24 months for ${seconds} s, each as soon as they have the answer before, while somebody signs in every half second. Server and engine are processes of their own; whoever asks is on the same cores. ${whole(companies.length)} companies.`,
        ],
        table: [
          ['What', 'times', 'median ms', 'p99 ms', 'longest ms'],
          row('Profit and loss, one person, before', quiet),
          row(`Profit and loss, ${USERS} people`, answered),
          row('Sign-in meanwhile', signIns),
          row('Profit and loss, one person, afterwards', after),
        ],
        aims: [
          {
            what: 'processes that ended',
            wanted: 'none',
            found: String(crashes),
            met: crashes === 0,
          },
          {
            what: 'memory of server and engine, highest',
            wanted: `below ${whole(MEMORY_MB_AIM)} MB`,
            found: `${whole(memoryMb)} MB`,
            met: memoryMb < MEMORY_MB_AIM,
          },
          {
            what: 'sign-in, p99',
            wanted: `at most ${SIGN_IN_MS_AIM} ms, none refused`,
            found: `${whole(quantile(signIns, 0.99))} ms, ${failedSignIns} refused`,
            met: quantile(signIns, 0.99) <= SIGN_IN_MS_AIM && failedSignIns === 0,
          },
          {
            what: 'the rest is answered, or refused with 503 and Retry-After',
            wanted: 'no time-outs, nothing else',
            found: `${share(answered.length)} answered, ${share(refused.length)} refused, ${lost} timed out, ${others} others`,
            met: lost === 0 && others === 0 && refused.every(({ isToldWhen }) => isToldWhen),
          },
          {
            what: 'time until p99 is at most half more than before',
            wanted: `at most ${NORMAL_SECONDS_AIM} s`,
            found: `${secondsToNormal.toFixed(1)} s`,
            met: secondsToNormal <= NORMAL_SECONDS_AIM,
          },
        ],
      },
    ]
  })
}

const row = (what: string, values: number[]): string[] => [
  what,
  String(values.length),
  median(values).toFixed(1),
  quantile(values, 0.99).toFixed(1),
  Math.max(...values).toFixed(1),
]

/** Companies with numbers, and somebody who may look at all of them. */
async function prepared(dataDir: string, rows: number) {
  await using installation = await openAt(dataDir)
  const companies = (await fillLedger(installation.services, rows)).map(({ id }) => id)
  const { identity } = installation
  if (!identity) throw new Error('The bench signs in at our own pool.')
  const account = await accountOf({ installation }, companies)
  await identity.createConfirmedUser({ email: COMING, password: PASSWORD })
  return { companies, account, ids: { poolId: identity.poolId, clientId: identity.clientId } }
}
