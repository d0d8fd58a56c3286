import { createPrivateKey, generateKeyPair, randomUUID, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { asc, eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { errors, exportJWK, importJWK, jwtVerify, SignJWT, type JWK, type JWTPayload } from 'jose'
import type { Database } from './database.ts'
import { signingKeys } from './schema.ts'
import type { Secrets } from './secrets.ts'

const ALGORITHM = 'RS256'
const MODULUS_BITS = 3072
/** A new key is published this long before it signs: longer than anybody keeps the key set. */
const PUBLISHED_AHEAD_MS = 60 * 60_000
const KEY_LIFE_MS = 90 * 24 * 60 * 60_000
/** How long the key set is believed without asking the database again: another process may have rotated. */
const KEYS_FRESH_MS = 60_000

/** Tokens are some thousand characters each. */
const VERIFIED_MAX = 2_000

const makeKeyPair = promisify(generateKeyPair)

interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicJwk: JWK
  signsFrom: Date
}

export interface Tokens {
  readonly issuer: string
  /** What `/.well-known/jwks.json` says. */
  keySet(): Promise<{ keys: JWK[] }>
  sign(claims: JWTPayload, lifeSeconds: number): Promise<string>
  /** The claims of a token that we signed and that has not expired; says otherwise which of both it is. */
  verify(token: string): Promise<{ claims: JWTPayload } | { refused: 'expired' | 'invalid' }>
  /** Publishes a new key, which signs from an hour later on; keys whose tokens are gone are dropped. */
  rotate(): Promise<void>
  /** Rotates when the newest key is old. True if it did. */
  rotateIfDue(): Promise<boolean>
}

export async function openTokens({
  db,
  secrets,
  issuer,
  now,
  tokenLifeSeconds,
}: {
  db: Database
  secrets: Secrets
  issuer: string
  now: () => Date
  tokenLifeSeconds: number
}): Promise<Tokens> {
  let keys: SigningKey[] = []
  let readAt = -Infinity

  async function read(): Promise<void> {
    const rows = await db.select().from(signingKeys).orderBy(asc(signingKeys.signsFrom), asc(signingKeys.kid))
    keys = rows.map(({ kid, privateKey, publicJwk, signsFrom }) => ({
      kid,
      publicJwk,
      signsFrom,
      privateKey:
        keys.find((known) => known.kid === kid)?.privateKey ??
        createPrivateKey({
          key: secrets.decrypt(privateKey, `signing key ${kid}`),
          format: 'der',
          type: 'pkcs8',
        }),
    }))
    readAt = performance.now()
  }

  async function fresh(): Promise<SigningKey[]> {
    if (performance.now() - readAt > KEYS_FRESH_MS) await read()
    return keys
  }

  async function add(signsFrom: Date): Promise<void> {
    const { privateKey, publicKey } = await makeKeyPair('rsa', { modulusLength: MODULUS_BITS })
    const kid = randomUUID()
    await db.insert(signingKeys).values({
      kid,
      privateKey: secrets.encrypt(privateKey.export({ format: 'der', type: 'pkcs8' }), `signing key ${kid}`),
      publicJwk: { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' },
      createdAt: now(),
      signsFrom,
    })
    await read()
  }

  await read()
  if (keys.length === 0) await add(now())

  const current = (): SigningKey => {
    const at = now().getTime()
    return keys.findLast(({ signsFrom }) => signsFrom.getTime() <= at) ?? keys[0]!
  }

  /** What a token says is worked out once in as long as the key set is believed. */
  const verified = new LRUCache<string, JWTPayload>({ max: VERIFIED_MAX, ttl: KEYS_FRESH_MS })

  const tokens: Tokens = {
    issuer,
    async keySet() {
      return { keys: (await fresh()).map(({ publicJwk }) => publicJwk) }
    },
    async sign(claims, lifeSeconds) {
      await fresh()
      const { kid, privateKey } = current()
      const iat = Math.floor(now().getTime() / 1000)
      return new SignJWT({ ...claims, iat, exp: iat + lifeSeconds, iss: issuer })
        .setProtectedHeader({ alg: ALGORITHM, kid })
        .sign(privateKey)
    },
    async verify(token) {
      const before = verified.get(token)
      if (before && before.exp! * 1000 > now().getTime()) return { claims: before }
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid, alg }) => {
            const find = async () => (await fresh()).find((key) => key.kid === kid)
            const found =
              (await find()) ?? (readAt < performance.now() - 1000 ? (await read(), await find()) : undefined)
            if (!found || alg !== ALGORITHM) throw new errors.JWKSNoMatchingKey()
            return importJWK(found.publicJwk, ALGORITHM)
          },
          {
            issuer,
            algorithms: [ALGORITHM],
            currentDate: now(),
            requiredClaims: ['exp', 'iat', 'sub', 'token_use'],
          },
        )
        verified.set(token, payload)
        return { claims: payload }
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { refused: 'expired' }
        if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError) {
          return { refused: 'invalid' }
        }
        throw error
      }
    },
    async rotate() {
      await add(new Date(now().getTime() + PUBLISHED_AHEAD_MS))
      // A key is needed until the last token that it signed has expired: a life after its successor began.
      const gone = now().getTime() - tokenLifeSeconds * 1000 - PUBLISHED_AHEAD_MS
      for (const [index, key] of keys.entries()) {
        const successor = keys[index + 1]
        if (successor && successor.signsFrom.getTime() < gone) {
          await db.delete(signingKeys).where(eq(signingKeys.kid, key.kid))
        }
      }
      verified.clear()
      await read()
    },
    async rotateIfDue() {
      await read()
      const newest = keys.at(-1)!
      if (newest.signsFrom.getTime() + KEY_LIFE_MS > now().getTime()) return false
      await tokens.rotate()
      return true
    },
  }
  return tokens
}
