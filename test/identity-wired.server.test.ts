import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AppConfig } from '#contract/app-config.ts'
import type { InstallationMeta } from '#contract/installation.ts'
import { createCompany, queueImport } from '#server/accounts/index.ts'
import { newestMail, outboxOf } from '#server/mail/outbox.ts'
import type { Installation } from '#server/main.ts'
import { GOOD_PASSWORD } from './support/identity.ts'
import { seededInstallation } from './support/installation.ts'

const { open, dataDir } = seededInstallation(beforeEach)
const appConfig = async ({ app }: Installation): Promise<AppConfig> =>
  (await app.inject({ url: '/app-config.json', headers: { host: 'localhost:4600' } })).json()
const call = (installation: Installation, operation: string, body: object, remoteAddress = '127.0.0.1') =>
  installation.app.inject({
    method: 'POST',
    url: '/identity/',
    remoteAddress,
    headers: {
      host: 'localhost',
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    payload: JSON.stringify(body),
  })

const get = (installation: Installation, url: string, headers = {}, remoteAddress = '127.0.0.1') =>
  installation.app.inject({
    url,
    remoteAddress,
    headers: { host: 'localhost', accept: 'text/html', ...headers },
  })

test('an installation has a user pool that it keeps, and its mails lie in the outbox', async () => {
  let before: AppConfig
  {
    await using installation = await open()
    before = await appConfig(installation)
    expect(before).toMatchObject({
      region: 'eu-west-2',
      userPoolId: expect.stringMatching(/^eu-west-2_[0-9a-z]{9}$/),
      userPoolEndpoint: 'http://localhost:4600/identity/',
    })
    const signedUp = await call(installation, 'SignUp', {
      ClientId: before.userPoolClientId,
      Username: 'ada@example.com',
      Password: GOOD_PASSWORD,
    })
    expect(signedUp.statusCode).toBe(200)
    await installation.identity!.mailsSent()
  }
  const mail = await newestMail(outboxOf(dataDir()), 'ada@example.com')
  expect(mail?.code).toMatch(/^\d{6}$/)
  expect((await stat(join(dataDir(), 'secret.key'))).mode & 0o777).toBe(0o600)

  await using again = await open()
  expect(await appConfig(again)).toEqual(before)
  const confirmed = await call(again, 'ConfirmSignUp', {
    ClientId: before.userPoolClientId,
    Username: 'ada@example.com',
    ConfirmationCode: mail!.code,
  })
  expect(confirmed.json()).toEqual({})
  const events = await again.services.accounts.db.query.auditLog.findMany()
  expect(events.map(({ action }) => action)).toContain('identity.signUp.confirmed')
})

/** Where the screens say that a code is to be read. */
const codesAt = async (installation: Installation, headers = {}, remoteAddress = '127.0.0.1') =>
  (await get(installation, '/meta', headers, remoteAddress)).json<InstallationMeta>().codesAt

test('in demo mode the mails can be read at this machine, and nowhere else', async () => {
  {
    await using demo = await open({ SEXTANT_DEMO: 'on' })
    expect((await get(demo, '/dev/mailbox')).body).toContain('There is no mail yet.')
    await demo.identity!.createConfirmedUser({ email: 'ada@example.com', password: GOOD_PASSWORD })
    const { userPoolClientId: ClientId } = await appConfig(demo)
    await call(demo, 'ForgotPassword', { ClientId, Username: 'ada@example.com' })
    await demo.identity!.mailsSent()

    const list = await get(demo, '/dev/mailbox')
    const code = (await newestMail(outboxOf(dataDir()), 'ada@example.com'))!.code!
    expect(list.body).toContain(`<code>${code}</code>`)
    expect(list.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const link = /href="(\/dev\/mailbox\/[^"]+)"/.exec(list.body)![1]!
    const mail = await get(demo, link)
    expect(mail.body).toContain(code)
    expect(mail.headers['content-security-policy']).toMatch(/^sandbox /)

    expect((await get(demo, '/dev/mailbox/..%2Fsecret')).statusCode).toBe(404)
    expect((await get(demo, '/dev/mailbox', {}, '203.0.113.7')).statusCode).toBe(404)
    expect((await get(demo, '/dev/mailbox', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404)
    expect(await codesAt(demo)).toBe('MAILBOX')
    expect(await codesAt(demo, {}, '203.0.113.7')).toBe(null)
    expect(await codesAt(demo, { 'x-forwarded-for': '203.0.113.7' })).toBe(null)
  }
  await using installation = await open()
  expect((await get(installation, '/dev/mailbox')).statusCode).toBe(404)
  expect(await codesAt(installation)).toBe('COMMAND')
  expect(await codesAt(installation, {}, '203.0.113.7')).toBe(null)
})

test('the mailbox and the loose limits of the demo end with the first file of a company of somebody', async () => {
  await using demo = await open({ SEXTANT_DEMO: 'on' })
  const { accounts } = demo.services
  const { userPoolClientId: ClientId } = await appConfig(demo)
  const file = { fileSha256: 'ab'.repeat(32), fileBytes: 7, requested: {} }
  const invented = await createCompany(accounts, { name: 'Invented', isDemo: true })
  await queueImport(accounts, invented, { fileName: 'invented.txt', ...file })
  const own = await createCompany(accounts, { name: 'Own Ltd' })
  expect((await get(demo, '/dev/mailbox')).statusCode).toBe(200)

  /** Twice as many as one address may send where there is no demo. */
  async function guesses(address: string): Promise<Set<number>> {
    const codes = new Set<number>()
    for (let i = 0; i < 40; i++) {
      // Each time for somebody else: an account has limits of its own.
      const Username = `${address}-${i}@example.com`
      const { statusCode } = await call(demo, 'ForgotPassword', { ClientId, Username }, address)
      codes.add(statusCode)
    }
    return codes
  }
  expect(await guesses('203.0.113.1')).toEqual(new Set([200]))

  await queueImport(accounts, own, { fileName: 'own.txt', ...file })
  // That there was none is taken as read for a moment.
  await vi.waitFor(async () => expect((await get(demo, '/dev/mailbox')).statusCode).toBe(404), {
    timeout: 20_000,
  })
  expect((await get(demo, '/dev/mailbox')).body).toContain('./sextant mail you@example.com --code')
  expect((await get(demo, '/dev/mailbox', {}, '203.0.113.7')).body).not.toContain('sextant mail')
  expect(await guesses('203.0.113.2')).toContain(400)
})

test('with a pool of the managed provider there is none of our own', async () => {
  await using installation = await open({
    SEXTANT_COGNITO_USER_POOL_ID: 'eu-central-1_Ab1Cd2Ef3',
    SEXTANT_COGNITO_CLIENT_ID: '1h57kf5cpq17m0eml12EXAMPLE',
  })
  expect(await appConfig(installation)).toEqual({
    region: 'eu-central-1',
    userPoolId: 'eu-central-1_Ab1Cd2Ef3',
    userPoolClientId: '1h57kf5cpq17m0eml12EXAMPLE',
    userPoolEndpoint: null,
  })
  expect(installation.identity).toBeUndefined()
  expect((await call(installation, 'GetUser', {})).statusCode).toBe(404)
})
