import { exportJWK, createLocalJWKSet, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { managedPoolTokens, type TokenCheck } from './tokens.ts'

const pool = { poolId: 'eu-west-2_Test', clientId: 'client', issuer: 'https://pool.example/eu-west-2_Test' }
const ACCESS = { sub: 's1', token_use: 'access', client_id: 'client' }
const ID = { sub: 's1', token_use: 'id', aud: 'client', email: 'ann@example.com', email_verified: true }

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let others: Awaited<ReturnType<typeof generateKeyPair>>
let tokens: TokenCheck

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
  others = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  tokens = managedPoolTokens(pool, createLocalJWKSet({ keys: [jwk] }))
})

const signed = (claims: JWTPayload, { key = keys.privateKey, life = 60, issuer = pool.issuer } = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + life)
    .sign(key)

test('a genuine access token names its subject', async () => {
  const at = 1_790_000_000
  expect(await tokens.access(await signed({ ...ACCESS, auth_time: at }))).toMatchObject({
    poolId: pool.poolId,
    subject: 's1',
    signedInAt: new Date(at * 1_000),
  })
})

describe('an access token is nobody’s', () => {
  test.each([
    ['of another client', () => signed({ ...ACCESS, client_id: 'other' })],
    ['that is an id token', () => signed(ID)],
    ['of another issuer', () => signed(ACCESS, { issuer: 'https://pool.example/other' })],
    ['that has expired', () => signed(ACCESS, { life: -1 })],
    ['signed by somebody else', () => signed(ACCESS, { key: others.privateKey })],
    [
      'without a signature',
      async () => new UnsecuredJWT({ ...ACCESS, iss: pool.issuer }).setIssuedAt().encode(),
    ],
    [
      'signed with the public key as a secret',
      async () => {
        const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey)))
        return new SignJWT(ACCESS).setProtectedHeader({ alg: 'HS256', kid: 'k' }).setIssuedAt().sign(secret)
      },
    ],
    [
      'that was altered',
      async () => {
        const [head, , signature] = (await signed(ACCESS)).split('.')
        const [, claims] = (await signed({ ...ACCESS, sub: 's2' })).split('.')
        return `${head}.${claims}.${signature}`
      },
    ],
    ['that is no token', async () => 'a.b.c'],
    ['that is far too long', async () => 'a'.repeat(100_000)],
  ])('%s', async (_, token) => {
    expect(await tokens.access(await token())).toBeUndefined()
  })
})

test('an address counts when it is verified and of the same person', async () => {
  expect(await tokens.verifiedEmail(await signed(ID), 's1')).toBe('ann@example.com')
  expect(await tokens.verifiedEmail(await signed(ID), 's2')).toBeUndefined()
  expect(await tokens.verifiedEmail(await signed({ ...ID, email_verified: false }), 's1')).toBeUndefined()
  expect(await tokens.verifiedEmail(await signed({ ...ID, aud: 'other' }), 's1')).toBeUndefined()
  expect(await tokens.verifiedEmail(await signed(ACCESS), 's1')).toBeUndefined()
})
