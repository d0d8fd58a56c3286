import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addMember, createCompany, listCompanies, tables, userOfSubject } from '#server/accounts/index.ts'
import { configFrom, startServer, type RunningServer } from '#server/main.ts'
import { sdkClient, tokensFor } from './support/identity-sdk.ts'
import { accountOf } from './support/signed-in.ts'
import { seedInstallation } from './support/seeded.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sextant-demo-'))
  await seedInstallation(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const start = (demo: 'on' | 'off', log: (message: string) => void = () => {}) =>
  startServer(
    configFrom({
      SEXTANT_DATA_DIR: dataDir,
      SEXTANT_RATES_URL: 'off',
      SEXTANT_PORT: '0',
      SEXTANT_DEMO: demo,
    }),
    log,
  )

async function using<T>(server: RunningServer, work: (server: RunningServer) => Promise<T>): Promise<T> {
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

async function signIn(
  { address, installation }: RunningServer,
  email: string,
  password: string,
): Promise<string> {
  const { poolId, clientId } = installation.identity!
  const pool = { endpoint: `${address}/identity/`, poolId, clientId }
  return (await tokensFor(sdkClient(pool), pool, email, password)).AccessToken
}

const companiesOf = async ({ address }: RunningServer, token: string) =>
  (
    await fetch(`${address}/trpc/companies.getUserCompanyOptions`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status

const ends = ({ installation }: RunningServer) =>
  installation.services.accounts.db
    .select({ companyId: tables.auditLog.companyId })
    .from(tables.auditLog)
    .where(eq(tables.auditLog.action, 'demo.remove'))
    .orderBy(tables.auditLog.id)

test('a start without the demo takes its account and its company away, and nothing else', async () => {
  // A company that is marked as the demo is taken for it; making its files takes longer than everything else here.
  const owner = await using(await start('off'), async (server) => {
    const { accounts } = server.installation.services
    await createCompany(accounts, { name: 'Made up', isDemo: true })
    const real = await createCompany(accounts, { name: 'Real' })
    return accountOf(server, [real.id])
  })

  const { demo, token } = await using(await start('on'), async (server) => {
    const account = server.demoAccount!
    const accessToken = await signIn(server, account.email, account.password)
    expect(await companiesOf(server, accessToken)).toBe(200)
    // Somebody tried things out with the account.
    const { identity, services } = server.installation
    const { subject } = (await identity!.userByEmail(account.email))!
    const user = await userOfSubject(services.accounts, { poolId: identity!.poolId, subject })
    await addMember(
      services.accounts,
      await createCompany(services.accounts, { name: 'Tried out' }),
      user,
      'OWNER',
    )
    return { demo: account, token: accessToken }
  })

  const said: string[] = []
  await using(await start('off', (message) => said.push(message)), async (server) => {
    const { accounts } = server.installation.services
    expect(server.demoAccount).toBeUndefined()
    await expect(signIn(server, demo.email, demo.password)).rejects.toThrow()
    expect(await companiesOf(server, token)).toBe(401)
    expect((await listCompanies(accounts)).map(({ name }) => name)).toEqual(['Real', 'Tried out'])
    expect(await companiesOf(server, await signIn(server, owner.email, owner.password))).toBe(200)
    expect(said.filter((text) => text.includes('Tried out'))).toHaveLength(1)
    expect((await ends(server)).map(({ companyId }) => companyId === null)).toEqual([false, true])
  })
  // There is nothing left to end.
  await using(await start('off', (message) => said.push(message)), async (server) => {
    const { accounts } = server.installation.services
    expect(await ends(server)).toHaveLength(2)
    expect((await listCompanies(accounts)).length).toBe(2)
  })
})
