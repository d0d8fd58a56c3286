/** Rights belong to people, and addresses pass from one to another. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as sdk from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import type { AppConfig } from '#contract/app-config.ts'
import { connectDataDir } from '#server/data-dir.ts'
import { newestMail, outboxOf } from '#server/mail/outbox.ts'
import { configFrom, openInstallation, type Installation } from '#server/main.ts'
import { GOOD_PASSWORD } from './support/identity.ts'
import { sdkClient, tokensFor, type Tokens } from './support/identity-sdk.ts'
import { seedInstallation } from './support/seeded.ts'

const FIRST = 'ada@example.com'
const SECOND = 'ada@elsewhere.example'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sextant-administrators-'))
  await seedInstallation(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const open = () =>
  openInstallation(
    configFrom({ SEXTANT_DATA_DIR: dataDir, SEXTANT_RATES_URL: 'off', SEXTANT_DEMO: 'off' }),
    () => {},
  )

/** The installation as people reach it, and their clients. */
async function peopleOf({ app, identity }: Installation) {
  const address = app.server.listening
    ? `http://localhost:${(app.server.address() as { port: number }).port}`
    : (await app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
  const config = (await (await fetch(`${address}/app-config.json`)).json()) as AppConfig
  const pool = {
    endpoint: config.userPoolEndpoint!,
    poolId: config.userPoolId,
    clientId: config.userPoolClientId,
  }
  const client = sdkClient(pool)
  const codeTo = async (email: string) => {
    await identity!.mailsSent()
    return (await newestMail(outboxOf(dataDir), email))!.code!
  }
  const call = async (procedure: string, { AccessToken }: Tokens, input?: object) => {
    const response = await fetch(`${address}/trpc/${procedure}`, {
      headers: { authorization: `Bearer ${AccessToken}`, 'content-type': 'application/json' },
      ...(input && { method: 'POST', body: JSON.stringify(input) }),
    })
    return ((await response.json()) as { result: { data: unknown } }).result.data
  }
  return {
    client,
    codeTo,
    /** Signs up, confirms, and comes in as the pages do. */
    async comesIn(email: string): Promise<Tokens> {
      const ClientId = pool.clientId
      await client.send(new sdk.SignUpCommand({ ClientId, Username: email, Password: GOOD_PASSWORD }))
      const ConfirmationCode = await codeTo(email)
      await client.send(new sdk.ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode }))
      const tokens = await tokensFor(client, pool, email, GOOD_PASSWORD)
      const { IdToken: idToken } = tokens
      await call('companySettings.permissions.joinAllPendingInvites', tokens, { idToken })
      return tokens
    },
    async movesTo(email: string, { AccessToken }: Tokens): Promise<void> {
      const UserAttributes = [{ Name: 'email', Value: email }]
      await client.send(new sdk.UpdateUserAttributesCommand({ AccessToken, UserAttributes }))
      const Code = await codeTo(email)
      await client.send(new sdk.VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code }))
    },
    user: (tokens: Tokens) => call('session.getUser', tokens),
  }
}

async function addressesIn({ services }: Installation): Promise<string[]> {
  const users = await services.accounts.db.query.users.findMany()
  return users.map(({ email }) => email ?? 'none').toSorted()
}

async function asOperator(procedure: string, input: object): Promise<unknown> {
  const connection = (await connectDataDir(dataDir))!
  const response = await connection.request(`/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const answer = JSON.parse(await text(response)) as { result?: { data: unknown }; error?: unknown }
  return answer.result?.data ?? answer.error
}

test('of two who have had one address, the one who has it now is made administrator', async () => {
  await using installation = await open()
  const people = await peopleOf(installation)
  const first = await people.comesIn(FIRST)
  await people.movesTo(SECOND, first)
  const second = await people.comesIn(FIRST)

  expect(await asOperator('users.setAdmin', { email: FIRST, isAdmin: true })).toEqual({
    email: FIRST,
    isAdmin: true,
  })
  expect(await people.user(first)).toMatchObject({ email: SECOND, isPlatformAdmin: false })
  expect(await people.user(second)).toMatchObject({ email: FIRST, isPlatformAdmin: true })

  // What they are stays with them under another address, and is taken from them under that one.
  await people.movesTo('eve@example.com', second)
  expect(await people.user(second)).toMatchObject({ email: 'eve@example.com', isPlatformAdmin: true })
  expect(await asOperator('users.setAdmin', { email: FIRST, isAdmin: false })).toMatchObject({
    data: { errorCode: 'USER_UNKNOWN' },
  })
  await asOperator('users.setAdmin', { email: 'eve@example.com', isAdmin: false })
  expect(await people.user(second)).toMatchObject({ isPlatformAdmin: false })
  const audit = await installation.services.accounts.db.query.auditLog.findMany()
  expect(audit.find(({ action }) => action === 'user.makeAdmin')?.details).toMatchObject({
    email: FIRST,
    subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
}, 60_000)

test('addresses that went stale follow the pool at the next start, and one that is deleted has none', async () => {
  {
    await using installation = await open()
    const people = await peopleOf(installation)
    const first = await people.comesIn(FIRST)
    const second = await people.comesIn(SECOND)
    await people.client.send(new sdk.DeleteUserCommand({ AccessToken: second.AccessToken }))
    const { db } = installation.services.accounts
    expect(await addressesIn(installation)).toEqual([FIRST, 'none'])
    expect(await people.user(first)).toMatchObject({ email: FIRST })
    await db.execute(sql`update users set email = 'stale@example.com' where email = ${FIRST}`)
  }
  await using again = await open()
  expect(await addressesIn(again)).toEqual([FIRST, 'none'])
}, 60_000)
