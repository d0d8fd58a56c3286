import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose'

/** The pool of users whose tokens count: the built-in one or a managed one. */
export interface UserPool {
  region: string
  poolId: string
  clientId: string
  /** Whose word the tokens are; the key set stands under it. */
  issuer: string
  /** Where browsers and scripts send the operations of the pool. */
  endpoint: string
  /** For a pool of our own; a managed one publishes its keys under the issuer's address. */
  keys?: JWTVerifyGetKey
  /** A pool of our own knows at once what was revoked; a managed one's access tokens live until they expire. */
  isRevoked?(claims: { sub: string; jti: string; originId: string; issuedAt: number }): Promise<boolean>
}

export interface Subject {
  poolId: string
  subject: string
}

/** Reads tokens. Every doubt is undefined: who asks need not know what is wrong with a token. */
export interface TokenCheck {
  access(token: string): Promise<Subject | undefined>
  /** With the address, where the pool has verified that it is theirs. */
  id(token: string): Promise<(Subject & { email: string | null }) | undefined>
}

/** Longer is no token of a user pool. */
const TOKEN_CHARS_MAX = 8_192

export function openTokenCheck(pool: UserPool): TokenCheck {
  const keys = pool.keys ?? createRemoteJWKSet(new URL(`${pool.issuer}/.well-known/jwks.json`))
  const claimsOf = async (token: string, use: 'access' | 'id') => {
    if (token.length > TOKEN_CHARS_MAX) return undefined
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: pool.issuer,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat', 'token_use'],
        ...(use === 'id' && { audience: pool.clientId }),
      })
      if (payload['token_use'] !== use) return undefined
      if (use === 'access' && payload['client_id'] !== pool.clientId) return undefined
      const revoked = await pool.isRevoked?.({
        sub: payload.sub!,
        jti: String(payload.jti ?? ''),
        originId: String(payload['origin_jti'] ?? ''),
        issuedAt: payload.iat!,
      })
      return revoked ? undefined : payload
    } catch {
      return undefined
    }
  }
  return {
    async access(token) {
      const claims = await claimsOf(token, 'access')
      return claims && { poolId: pool.poolId, subject: claims.sub! }
    },
    async id(token) {
      const claims = await claimsOf(token, 'id')
      if (!claims) return undefined
      const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true'
      const email = isVerified && typeof claims['email'] === 'string' ? claims['email'] : null
      return { poolId: pool.poolId, subject: claims.sub!, email }
    },
  }
}
