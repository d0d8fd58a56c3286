import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose'

export interface Subject {
  poolId: string
  subject: string
}

/** Whom a token speaks for, and how they came in. */
export interface TokenHolder extends Subject {
  signedInAt: Date
  /** Whether a second factor was part of it. */
  hasSecondFactor(): Promise<boolean>
}

/** Reads tokens. Every doubt is "nobody": who asks need not know what is wrong with a token. */
export interface TokenCheck {
  /** The pool whose tokens these are. */
  readonly poolId: string
  access(token: string): Promise<TokenHolder | undefined>
  /** The address that the pool has verified as this person's, from their id token. */
  verifiedEmail(idToken: string, subject: string): Promise<string | undefined>
}

/** A managed user pool; its access tokens live until they expire. */
export interface ManagedPool {
  poolId: string
  clientId: string
  /** Whose word the tokens are; the key set stands under it. */
  issuer: string
}

/** Longer is no token of a user pool. */
const TOKEN_CHARS_MAX = 8_192

export function managedPoolTokens(
  { poolId, clientId, issuer }: ManagedPool,
  keys: JWTVerifyGetKey = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`)),
): TokenCheck {
  const claimsOf = async (token: string, options: JWTVerifyOptions) => {
    if (token.length > TOKEN_CHARS_MAX) return undefined
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat', 'token_use'],
        ...options,
      })
      return payload
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
  return {
    poolId,
    async access(token) {
      const claims = await claimsOf(token, {})
      if (claims?.['token_use'] !== 'access' || claims['client_id'] !== clientId) return undefined
      return {
        poolId,
        subject: claims.sub!,
        // Who does not say when they came in did so long ago.
        signedInAt: new Date((Number(claims['auth_time']) || 0) * 1_000),
        // Its tokens do not say: whoever runs it demands a factor of everybody or of nobody.
        hasSecondFactor: async () => true,
      }
    },
    async verifiedEmail(idToken, subject) {
      const claims = await claimsOf(idToken, { audience: clientId, subject })
      if (claims?.['token_use'] !== 'id' || String(claims['email_verified']) !== 'true') return undefined
      return typeof claims['email'] === 'string' ? claims['email'] : undefined
    },
  }
}
