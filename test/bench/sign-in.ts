import { createDiffieHellman, createHash, createHmac, getDiffieHellman, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PnlInput } from '#contract/profit-and-loss.ts'
import { numberOf, pad, proof } from '#identity/srp.ts'
import { streamsOf } from '#server/ledger/coverage/claims.ts'
import { newQuestion } from './fetched.ts'
import { fillLedger, RANGE } from './fill-ledger.ts'
import { median, quantile, type Section } from './measure.ts'
import { inTemporary, openAt } from './place.ts'
import { signedIn } from './signed-in.ts'

const LEDGER_ROWS = 500_000
const ALONE = 100
const AT_ONCE = 100
const WARM_UP = 10
const SERVER_MS_AIM = 150
/** A question asked while a hundred people sign in may take so much longer at the 95th percentile. */
const STARVED_MS_AIM = 500
export const PASSWORD = 'Tr4vel-light-often'

/**
 * Signing in through the whole stack: both requests over HTTP on loopback, with what a client reckons left out. Then a
 * hundred at once beside somebody who keeps asking for a profit and loss.
 */
export function signInSpeed(): Promise<Section[]> {
  return inTemporary(async (directory) => {
    const noLimit = '1000000'
    await using installation = await openAt(join(directory, 'data'), {
      SEXTANT_LIMIT_SIGN_INS_PER_MINUTE: noLimit,
      SEXTANT_LIMIT_ANSWERS_PER_MINUTE: noLimit,
      SEXTANT_LIMIT_CALLS_PER_MINUTE: noLimit,
    })
    const { app, services, identity } = installation
    if (!identity) throw new Error('The bench signs in at our own pool.')
    const company = (await fillLedger(services, LEDGER_ROWS))[25]!
    await streamsOf(services, company)
    const emails = Array.from({ length: AT_ONCE }, (_, n) => `bench-${n}@example.com`)
    for (const email of emails) await identity.createConfirmedUser({ email, password: PASSWORD })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const pool = { address: `${address}/identity/`, poolId: identity.poolId, clientId: identity.clientId }

    const input = PnlInput.parse({
      companyId: company.id,
      currencyCode: 'USD',
      startDate: RANGE.start,
      endDate: RANGE.end,
      dateInterval: 'MONTHLY',
    })
    const authorization = await signedIn(installation, address, company.id)
    const askPnl = () =>
      timeOf(async () => {
        const url = `${address}/trpc/profitAndLoss.getData?input=${encodeURIComponent(JSON.stringify(newQuestion(input)))}`
        const response = await fetch(url, { headers: { authorization } })
        await response.text()
        if (!response.ok) throw new Error(`The profit and loss answered ${response.status}.`)
      })

    const alone: { first: number; second: number }[] = []
    for (let n = -WARM_UP; n < ALONE; n++) {
      const first = await begin(pool, emails[(n + WARM_UP) % emails.length]!)
      const second = await finish(pool, first.answer)
      if (n >= 0) alone.push({ first: first.ms, second })
    }
    const quiet: number[] = []
    for (let n = 0; n < 20; n++) quiet.push(await askPnl())

    const during: number[] = []
    const besidePnl = async <T>(work: Promise<T>): Promise<T> => {
      let busy = true
      const asking = (async () => {
        while (busy) during.push(await askPnl())
      })()
      const result = await work.finally(() => (busy = false))
      await asking
      return result
    }
    const publics = emails.map(() => clientPair())
    const firsts = await besidePnl(Promise.all(emails.map((email, n) => begin(pool, email, publics[n]))))
    // Proofs are the clients' work: reckoned while nobody asks anything.
    const proofs = firsts.map(({ answer }) => answer())
    const seconds = await besidePnl(Promise.all(proofs.map((body) => finish(pool, () => body))))

    const whole = alone.map(({ first, second }) => first + second)
    const crowd = firsts.map(({ ms }, n) => ms + seconds[n]!)
    const row = (what: string, values: number[]) => [
      what,
      String(values.length),
      median(values).toFixed(1),
      quantile(values, 0.95).toFixed(1),
      Math.max(...values).toFixed(1),
    ]
    return [
      {
        title: 'Signing in',
        text: [
          `Both requests of a sign-in by SRP over HTTP on loopback, on the embedded engines; what the client reckons is left out. ${AT_ONCE} people at once begin together and answer together, while somebody asks for the profit and loss of 24 months over ${LEDGER_ROWS.toLocaleString('en-US')} ledger rows again and again.`,
        ],
        table: [
          ['What', 'times', 'median ms', 'p95 ms', 'longest ms'],
          row(
            'First step',
            alone.map(({ first }) => first),
          ),
          row(
            'Proof, and tokens',
            alone.map(({ second }) => second),
          ),
          row('Sign-in, alone', whole),
          row(`Sign-in, ${AT_ONCE} at once`, crowd),
          row('Profit and loss, nobody signing in', quiet),
          row(`Profit and loss, while ${AT_ONCE} sign in`, during),
        ],
        aims: [
          {
            what: 'server time of a sign-in, median',
            wanted: `under ${SERVER_MS_AIM} ms`,
            found: `${median(whole).toFixed(1)} ms`,
            met: median(whole) < SERVER_MS_AIM,
          },
          {
            what: `a profit and loss while ${AT_ONCE} sign in, p95`,
            wanted: `under ${STARVED_MS_AIM} ms`,
            found: `${quantile(during, 0.95).toFixed(1)} ms`,
            met: quantile(during, 0.95) < STARVED_MS_AIM,
          },
        ],
      },
    ]
  })
}

// A client that leaves its arithmetic to OpenSSL, so that it is no longer than the server's.

export interface Pool {
  address: string
  poolId: string
  clientId: string
}

const PRIME = getDiffieHellman('modp15').getPrime()
const N = numberOf(PRIME)
const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const K = numberOf(sha256(pad(N), pad(2n)))

function power(base: bigint, exponent: bigint): bigint {
  const exchange = createDiffieHellman(PRIME, 2)
  exchange.setPrivateKey(pad(exponent))
  return numberOf(exchange.computeSecret(pad(base)))
}

function clientPair(): { a: bigint; A: bigint } {
  const a = numberOf(randomBytes(32))
  return { a, A: power(2n, a) }
}

export async function begin(
  pool: Pool,
  email: string,
  { a, A } = clientPair(),
): Promise<{ ms: number; answer: () => object }> {
  let parameters: Record<string, string> = {}
  const ms = await timeOf(async () => {
    const { ChallengeParameters } = (await send(pool, 'InitiateAuth', {
      ClientId: pool.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email, SRP_A: A.toString(16) },
    })) as { ChallengeParameters: Record<string, string> }
    parameters = ChallengeParameters
  })
  const answer = () => {
    const { SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP: id } = parameters
    const group = pool.poolId.split('_')[1]!
    const B = BigInt(`0x${SRP_B}`)
    const u = numberOf(sha256(pad(A), pad(B)))
    const x = numberOf(sha256(pad(BigInt(`0x${SALT}`)), sha256(Buffer.from(`${group}${id}:${PASSWORD}`))))
    const base = (((B - K * power(2n, x)) % N) + N) % N
    const extracted = createHmac('sha256', pad(u))
      .update(pad(power(base, a + u * x)))
      .digest()
    const key = createHmac('sha256', extracted).update('Caldera Derived Key\u0001').digest().subarray(0, 16)
    const TIMESTAMP = 'Fri Nov 6 09:03:07 UTC 2026'
    return {
      ClientId: pool.clientId,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: {
        USERNAME: id,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        TIMESTAMP,
        PASSWORD_CLAIM_SIGNATURE: proof(
          key,
          { group, id: id! },
          Buffer.from(SECRET_BLOCK!, 'base64'),
          TIMESTAMP,
        ).toString('base64'),
      },
    }
  }
  return { ms, answer }
}

export async function finish(pool: Pool, answer: () => object): Promise<number> {
  const body = answer()
  return timeOf(async () => {
    const { AuthenticationResult } = (await send(pool, 'RespondToAuthChallenge', body)) as {
      AuthenticationResult?: object
    }
    if (!AuthenticationResult) throw new Error('The sign-in was refused.')
  })
}

async function send({ address }: Pool, operation: string, body: object): Promise<object> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as object
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
