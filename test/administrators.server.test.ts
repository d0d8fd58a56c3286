/** Rights belong to people, and addresses pass from one to another. */
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as sdk from '@aws-sdk/client-cognito-identity-provider'
import { beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import type { AppConfig } from '#contract/app-config.ts'
import { addMember, createCompany, queueImport, setBlock, userById } from '#server/accounts/index.ts'
import { connectDataDir } from '#server/data-dir.ts'
import { newestMail, outboxOf } from '#server/mail/outbox.ts'
import type { Installation } from '#server/main.ts'
import { GOOD_PASSWORD } from './support/identity.ts'
import { enrolTotp, sdkClient, tokensFor, type Tokens } from './support/identity-sdk.ts'
import { seededInstallation } from './support/installation.ts'

const FIRST = 'ada@example.com'
const SECOND = 'ada@elsewhere.example'

const { open, dataDir } = seededInstallation(beforeEach)

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
    return (await newestMail(outboxOf(dataDir()), email))!.code!
  }
  const call = async (procedure: string, { AccessToken }: Tokens, input?: object) => {
    const response = await fetch(`${address}/trpc/${procedure}`, {
      headers: { authorization: `Bearer ${AccessToken}`, 'content-type': 'application/json' },
      ...(input && { method: 'POST', body: JSON.stringify(input) }),
    })
    const { result, error } = (await response.json()) as {
      result?: { data: unknown }
      error?: { data: { errorCode: string } }
    }
    return result ? result.data : error?.data.errorCode
  }
  return {
    client,
    codeTo,
    call,
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
    signsIn: (email: string) => tokensFor(client, pool, email, GOOD_PASSWORD),
    switchesFactor: (isOn: boolean, { AccessToken }: Tokens) =>
      client.send(
        new sdk.SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: isOn } }),
      ),
    async goesOn({ RefreshToken }: Tokens): Promise<Tokens> {
      const renewal = new sdk.GetTokensFromRefreshTokenCommand({ ClientId: pool.clientId, RefreshToken })
      return (await client.send(renewal)).AuthenticationResult as Tokens
    },
    async movesTo(email: string, { AccessToken }: Tokens): Promise<void> {
      const UserAttributes = [{ Name: 'email', Value: email }]
      await client.send(new sdk.UpdateUserAttributesCommand({ AccessToken, UserAttributes }))
      const Code = await codeTo(email)
      await client.send(new sdk.VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code }))
    },
    statusOf: async (path: string, query: Record<string, string>) =>
      (await fetch(`${address}${path}?${new URLSearchParams(query).toString()}`)).status,
    user: (tokens: Tokens) => call('session.getUser', tokens),
  }
}

async function addressesIn({ services }: Installation): Promise<string[]> {
  const users = await services.accounts.db.query.users.findMany()
  return users.map(({ email }) => email ?? 'none').toSorted()
}

async function asOperator(procedure: string, input: object): Promise<unknown> {
  const connection = (await connectDataDir(dataDir()))!
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
  await enrolTotp(people.client, second.AccessToken)
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

test('who administers the platform has come in on the same day, with a second factor', async () => {
  await using installation = await open()
  const { services } = installation
  const people = await peopleOf(installation)
  let ada = await people.comesIn(FIRST)
  await asOperator('users.setAdmin', { email: FIRST, isAdmin: true })
  const { id } = await createCompany(services.accounts, { name: 'Of others' })
  const ofOthers = `imports.list?input=${encodeURIComponent(JSON.stringify({ companyId: id }))}`
  const isRefused = async (code: string) => {
    expect(await people.user(ada)).toMatchObject({ isPlatformAdmin: false })
    // Pages lead them there all the same, where they read why.
    expect(await people.call('threefinAdmin.isUserThreefinAdmin', ada)).toBe(true)
    expect(await people.call('threefinAdmin.getMaintenance', ada)).toBe(code)
    expect(await people.call('threefinAdmin.setMaintenance', ada, { isOn: true })).toBe(code)
    expect(await people.call(ofOthers, ada)).toBe('COMPANY_UNKNOWN')
  }
  await isRefused('ADMIN_WITHOUT_SECOND_FACTOR')

  // A ticket, too, is that of one of the people, whom a block shuts out.
  const own = await createCompany(services.accounts, { name: 'Her own' })
  const { id: userId } = (await people.user(ada)) as { id: string }
  await addMember(services.accounts, own, (await userById(services.accounts, userId))!, 'OWNER')
  const { sha256, bytes } = await services.files.put(own.id, Readable.from([Buffer.from('a file')]))
  const { id: importId } = await queueImport(services.accounts, own, {
    fileName: 'a.txt',
    fileSha256: sha256,
    fileBytes: bytes,
    requested: {},
  })
  const download = async () => {
    const input = { companyId: own.id, importId }
    const { ticket } = (await people.call('imports.getDownloadTicket', ada, input)) as { ticket: string }
    return () => people.statusOf(`/files/imports/${importId}/original`, { companyId: own.id, ticket })
  }
  const asOneOfThePeople = await download()
  expect(await asOneOfThePeople()).toBe(200)
  await setBlock(services.accounts, own.id, 'ADMIN_BLOCKED', new Date())
  expect(await asOneOfThePeople()).toBe(403)

  await enrolTotp(people.client, ada.AccessToken)
  expect(await people.user(ada)).toMatchObject({ isPlatformAdmin: true })
  expect(await (await download())()).toBe(200)
  expect(await people.call('threefinAdmin.getMaintenance', ada)).toMatchObject({ isOn: false })
  expect(await people.call(ofOthers, ada)).toMatchObject({ imports: [] })

  // A session goes on with new tokens, and stays as old as its sign-in.
  const later = async (hours: number) => {
    services.now = () => new Date(Date.now() + hours * 3_600_000)
    ada = await people.goesOn(ada)
  }
  await later(11.9)
  expect(await people.call('threefinAdmin.getMaintenance', ada)).toMatchObject({ isOn: false })
  await later(12.1)
  await isRefused('ADMIN_SIGN_IN_TOO_OLD')

  await later(0)
  await people.switchesFactor(false, ada)
  await isRefused('ADMIN_WITHOUT_SECOND_FACTOR')
  // Whoever switches it on again, and has come in by the password alone, has not shown that it is theirs.
  ada = await people.signsIn(FIRST)
  await people.switchesFactor(true, ada)
  await isRefused('ADMIN_WITHOUT_SECOND_FACTOR')
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
