/**
 * A user pool on a loopback port over a fresh store, with a clock in the test's hands and a mailbox.
 *
 *   await using pool = await startTestPool()
 *   const { code } = await pool.mailTo('a@example.com')
 */
import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import {
  openIdentity,
  type AuditEvent,
  type Identity,
  type IdentityConfig,
  type Mail,
  type Mailer,
} from '#identity/index.ts'
import type { Accounts } from '#server/accounts/index.ts'
import { openTestAccounts, type TestEngine } from '#server/accounts/testing.ts'
import { assetPath } from '#server/assets.ts'

export const GOOD_PASSWORD = 'Tr4vel-light-often'
export const OTHER_PASSWORD = 'Grüße aus 7 Bergen!'

export const NO_ADDRESS_LIMITS: IdentityConfig['addressLimits'] = {
  firstStepsPerMinute: 1e6,
  answersPerMinute: 1e6,
  signUpsPerHour: 1e6,
  mailsPerHour: 1e6,
}

export interface PoolOptions extends Partial<IdentityConfig> {
  engine?: TestEngine
  withSms?: boolean
}

export async function startTestPool({ engine, withSms, ...config }: PoolOptions = {}): Promise<TestPool> {
  const accounts = await openTestAccounts(engine)
  const port = await freePort()
  const pool = new TestPool(accounts, `http://127.0.0.1:${port}/identity/`)
  try {
    await pool.open(config, withSms ?? false)
    await pool.app.listen({ host: '127.0.0.1', port })
  } catch (error) {
    await accounts.close()
    throw error
  }
  return pool
}

export class TestPool implements AsyncDisposable {
  readonly accounts: Accounts
  readonly endpoint: string
  readonly mails: Mail[] = []
  /** A test may put another one in its place. */
  mailer: Mailer = { send: async (mail) => void this.mails.push(mail) }
  readonly messages: { to: string; code: string }[] = []
  readonly log: string[] = []
  readonly audit: AuditEvent[] = []
  readonly secretKey = randomBytes(32)
  /** Added to the time of the day: clients look at the real clock. */
  aheadMs = 0
  app!: FastifyInstance
  identity!: Identity

  constructor(accounts: Accounts, endpoint: string) {
    this.accounts = accounts
    this.endpoint = endpoint
  }

  async open(config: Partial<IdentityConfig>, withSms: boolean): Promise<void> {
    this.identity = await openIdentity({
      database: this.accounts.db,
      counter: this.accounts.counter,
      files: {
        migrations: assetPath('identity/migrations'),
        commonPasswords: assetPath('identity/data/common-passwords.txt'),
      },
      clock: () => new Date(Date.now() + this.aheadMs),
      mailer: { send: (mail) => this.mailer.send(mail) },
      smsSender: withSms ? async ({ to, code }) => void this.messages.push({ to, code }) : undefined,
      secretKey: this.secretKey,
      config: {
        endpoint: this.endpoint,
        region: 'eu-west-2',
        productName: 'Sextant',
        secondFactor: 'OPTIONAL',
        maskUnknownUsers: true,
        accessMinutes: 15,
        refreshDays: 30,
        idleDays: 14,
        addressLimits: NO_ADDRESS_LIMITS,
        ...config,
      },
      log: (message, error) => void this.log.push(`${message} ${inspect(error)}`),
      onAudit: (event) => void this.audit.push(event),
    })
    this.app = Fastify({ forceCloseConnections: true })
    await this.app.register(this.identity.routes, { prefix: '/identity' })
  }

  /** The same pool as whoever runs it starts it again, with other settings. */
  async reopen(config: Partial<IdentityConfig>): Promise<void> {
    const { port } = this.app.server.address() as AddressInfo
    await this.app.close()
    await this.identity.close()
    await this.open(config, false)
    await this.app.listen({ host: '127.0.0.1', port })
  }

  get poolId(): string {
    return this.identity.poolId
  }
  get clientId(): string {
    return this.identity.clientId
  }

  /** Moves the service's clock; the clients' stays. */
  pass(seconds: number): void {
    this.aheadMs += seconds * 1000
  }

  /** Sends one operation as it stands. */
  async call(operation: string, body: unknown): Promise<{ status: number; body: Answer }> {
    const response = await fetch(this.endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Answer }
  }

  /** A sign-in with a wrong password, without the arithmetic that costs a client so long. */
  async failSignIn(email: string): Promise<{ status: number; body: Answer }> {
    const first = await this.call('InitiateAuth', {
      ClientId: this.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email, SRP_A: randomBytes(384).toString('hex') },
    })
    const parameters = first.body['ChallengeParameters'] as Record<string, string>
    return this.call('RespondToAuthChallenge', {
      ClientId: this.clientId,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: {
        USERNAME: parameters['USER_ID_FOR_SRP'],
        PASSWORD_CLAIM_SECRET_BLOCK: parameters['SECRET_BLOCK'],
        PASSWORD_CLAIM_SIGNATURE: randomBytes(32).toString('base64'),
        TIMESTAMP: 'Fri Nov 6 09:03:07 UTC 2026',
      },
    })
  }

  /** The newest mail to an address. */
  async mailTo(address: string): Promise<Mail & { code: string }> {
    await this.identity.mailsSent()
    const mail = this.mails.findLast(({ to }) => to === address)
    if (!mail) throw new Error(`No mail went to ${address}.`)
    return { code: '', ...mail }
  }

  /** Somebody who may sign in. */
  async member(email: string, password = GOOD_PASSWORD): Promise<string> {
    return (await this.identity.createConfirmedUser({ email, password })).subject
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app.close()
    await this.identity.close()
    await this.accounts.close()
  }
}

export interface Answer {
  __type?: string
  message?: string
  // What operations answer is the clients' business; tests look at single fields.
  [field: string]: unknown
}

/** An authenticator: the code of a secret at the service's time, and the next ones. */
export function codeOf(pool: TestPool, base32: string, stepsAhead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(base32), algorithm: 'SHA1', digits: 6, period: 30 })
  return totp.generate({ timestamp: Date.now() + pool.aheadMs + stepsAhead * 30_000 })
}

/** A code that is none of those the service would take. */
export function wrongCode(pool: TestPool, base32: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(pool, base32, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code))!
}

/** Moves the service's clock to the beginning of a step, so that no code runs out before the service looks at it. */
export async function earlyInStep(pool: TestPool): Promise<void> {
  const into = (Date.now() + pool.aheadMs) % 30_000
  if (into > 5_000) pool.aheadMs += 30_000 - into
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
