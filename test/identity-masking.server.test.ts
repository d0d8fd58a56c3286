import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPool, type Answer, type TestPool } from './support/identity.ts'

const ACCOUNTS = 200
/** So much may they differ: noise, and not a missing power or write. */
const RATIO_MAX = 1.1
const ROUNDS = 3

let pool: TestPool
const known = Array.from({ length: ACCOUNTS }, (_, n) => `known-${n}@example.com`)
const unknown = Array.from({ length: ACCOUNTS }, (_, n) => `other-${n}@example.com`)

beforeAll(async () => {
  pool = await startTestPool()
  for (const email of known) await pool.member(email)
})
afterAll(async () => {
  expect(pool.log).toEqual([])
  await pool[Symbol.asyncDispose]()
})

const call = async (operation: string, body: object): Promise<Answer> =>
  (await pool.call(operation, { ClientId: pool.clientId, ...body })).body
const firstStep = (email: string) =>
  call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A: randomBytes(384).toString('hex') },
  })
const parametersOf = (answer: Answer) => answer['ChallengeParameters'] as Record<string, string>
const confirm = (email: string) => call('ConfirmSignUp', { Username: email, ConfirmationCode: '000000' })
const resend = (email: string) => call('ResendConfirmationCode', { Username: email })
const forgot = (email: string) => call('ForgotPassword', { Username: email })
const reset = (email: string) =>
  call('ConfirmForgotPassword', {
    Username: email,
    // Six digits that no code has, so that the one in two hundred million is no flake.
    ConfirmationCode: 'abcdef',
    Password: 'Tr4vel-light-often',
  })
const wrongPassword = async (email: string) => (await pool.failSignIn(email)).body

test('answers have the same form, and a name that nobody has keeps its salt and id', async () => {
  const [real, other] = [parametersOf(await firstStep(known[0]!)), parametersOf(await firstStep(unknown[0]!))]
  expect(Object.keys(real)).toEqual(Object.keys(other))
  expect(real['SECRET_BLOCK']!.length - other['SECRET_BLOCK']!.length).toBeLessThanOrEqual(8)
  for (const parameters of [real, other]) {
    expect(parameters['USERNAME']).toBe(parameters['USER_ID_FOR_SRP'])
    expect(parameters['USERNAME']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(parameters['SALT']).toMatch(/^[0-9a-f]{28,32}$/)
    expect(parameters['SRP_B']!.length).toBeGreaterThan(760)
  }
  const again = parametersOf(await firstStep(` ${unknown[0]!.toUpperCase()}`))
  expect(again).toMatchObject({ SALT: other['SALT'], USERNAME: other['USERNAME'] })
  expect(again['SRP_B']).not.toBe(other['SRP_B'])
})

test('each step says the same for both, to the last limit', async () => {
  const [real, other] = [known[1]!, unknown[1]!]
  const plain = (answer: Answer) => JSON.stringify(answer).replaceAll(/[ko]\*\*\*/g, '?***')
  for (const step of [confirm, resend, forgot, reset, wrongPassword]) {
    for (let times = 0; times < 12; times++) {
      expect(plain(await step(other)), `${step.name} ${times}`).toBe(plain(await step(real)))
    }
  }
  expect(await wrongPassword(other)).toMatchObject({ message: 'Password attempts exceeded' })
  expect(await reset(other)).toMatchObject({ __type: 'LimitExceededException' })
})

test('each step writes the same rows for both', async () => {
  const rowsOf = async (subject: string) => {
    const { rows } = (await pool.accounts.db.execute(
      sql`select 'counter' as table, kind as name, count from identity.counters where subject = ${subject}
        union all select 'code', purpose, tries from identity.codes where subject = ${subject} order by 1, 2`,
    )) as unknown as { rows: object[] }
    return rows
  }
  const [real, other] = [known[2]!, unknown[2]!]
  for (const step of [resend, forgot, reset, wrongPassword])
    for (const email of [real, other]) await step(email)
  const [left, right] = await Promise.all(
    [real, other].map(async (email) => rowsOf(parametersOf(await firstStep(email))['USERNAME']!)),
  )
  expect(left!.length).toBeGreaterThan(4)
  expect(right).toEqual(left)
})

test.each([
  ['the first step', firstStep],
  ['a wrong password', wrongPassword],
  ['asking for a password code', forgot],
  ['a wrong password code', reset],
])('%s takes as long for names that nobody has', async (_, step) => {
  // A difference that is there is there every time; what a busy machine adds is not.
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ratios.push(await pairedRatio(step, round))
    if (Math.max(ratios.at(-1)!, 1 / ratios.at(-1)!) < RATIO_MAX) return
  }
  expect.fail(`known/unknown: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
})

/** The median over pairs, which both met the same machine; who comes first changes. */
async function pairedRatio(step: (email: string) => Promise<unknown>, round: number): Promise<number> {
  const timeOf = async (email: string) => {
    const from = performance.now()
    await step(email)
    return performance.now() - from
  }
  const ratios: number[] = []
  const times: number[] = []
  for (let n = 3; n < ACCOUNTS; n++) {
    const pair = [known[n]!, unknown[n]!]
    if ((n + round) % 2) pair.reverse()
    const [first, second] = [await timeOf(pair[0]!), await timeOf(pair[1]!)]
    ratios.push((n + round) % 2 ? second / first : first / second)
    times.push(first, second)
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
  console.info(`${step.name}: ${median(times).toFixed(2)} ms, known/unknown ${median(ratios).toFixed(3)}`)
  return median(ratios)
}
