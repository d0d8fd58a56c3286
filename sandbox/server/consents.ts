import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ConnectionProvider } from '#contract/connections.ts'
import type { Region } from '#contract/marketplaces.ts'
import type { Seal } from './seal.ts'

/** What a seller has consented to. */
export interface Consent {
  clientId: string
  provider: ConnectionProvider
  region: Region
  sellerId: string
}

/** What a token holds. */
interface Grant extends Consent {
  consentedAt: number
  /** How often the same consent had been taken back before. */
  generation: number
}

interface GivenCode {
  grant: Grant
  redirectUri: string
  challenge: string | undefined
  expiresAt: number
}

export interface Tokens {
  accessToken: string
  refreshToken: string
}

export type Access = Grant | 'INVALID' | 'EXPIRED' | 'REVOKED'

const CODE_MS = 5 * 60_000
const CODES_MAX = 10_000
export const ACCESS_SECONDS = 3600
/** A seller has to renew a consent to a public application of the Selling Partner API after a year. */
const CONSENT_MS = 365 * 86_400_000

const keyOf = ({ clientId, provider, region, sellerId }: Consent): string =>
  [clientId, provider, region, sellerId].join(' ')

/** Who has consented to what. Codes are kept, tokens hold what they stand for. */
export class Consents {
  readonly #seal: Seal
  readonly #now: () => Date
  readonly #codes = new LRUCache<string, GivenCode>({ max: CODES_MAX })
  readonly #generations = new Map<string, number>()

  constructor(seal: Seal, now: () => Date) {
    this.#seal = seal
    this.#now = now
  }

  /** @param redirectUri has to be named again where the code is exchanged */
  giveCode(consent: Consent, redirectUri: string, challenge?: string): string {
    const code = `AN${randomBytes(18).toString('base64url')}`
    const nowMs = this.#now().getTime()
    const generation = this.#generations.get(keyOf(consent)) ?? 0
    const grant: Grant = { ...consent, consentedAt: nowMs, generation }
    this.#codes.set(code, { grant, redirectUri, challenge, expiresAt: nowMs + CODE_MS })
    return code
  }

  /** Tokens for a code, once; undefined where it is nobody's, too old or another's. */
  exchange(asked: {
    code: string
    clientId: string
    redirectUri: string | undefined
    verifier: string | undefined
  }): Tokens | undefined {
    const given = this.#codes.get(asked.code)
    this.#codes.delete(asked.code)
    if (!given || given.expiresAt <= this.#now().getTime()) return undefined
    const { grant, redirectUri, challenge } = given
    const namesNoOther =
      asked.redirectUri === redirectUri ||
      (asked.redirectUri === undefined && grant.provider === 'SELLING_PARTNER')
    if (grant.clientId !== asked.clientId || !namesNoOther || !this.#holds(grant)) return undefined
    if (challenge !== undefined && challenge !== challengeOf(asked.verifier ?? '')) return undefined
    return this.#tokens(grant)
  }

  refresh(refreshToken: string, clientId: string): Tokens | undefined {
    const grant = this.#read<Grant>('Atzr', refreshToken)
    return grant?.clientId === clientId && this.#holds(grant) ? this.#tokens(grant) : undefined
  }

  /** Whose an access token is, or why it is nobody's. */
  access(accessToken: string): Access {
    const read = this.#read<Grant & { expiresAt: number }>('Atza', accessToken)
    if (!read) return 'INVALID'
    if (read.expiresAt <= this.#now().getTime()) return 'EXPIRED'
    return this.#holds(read) ? read : 'REVOKED'
  }

  /** Whom a token that was given out is about, whether it still counts or not. */
  aboutWhom(token: string): Consent | undefined {
    return this.#read<Grant>('Atzr', token)
  }

  revoke(consent: Consent): void {
    this.#generations.set(keyOf(consent), (this.#generations.get(keyOf(consent)) ?? 0) + 1)
  }

  #holds(grant: Grant): boolean {
    if (grant.generation < (this.#generations.get(keyOf(grant)) ?? 0)) return false
    return grant.provider === 'ADVERTISING' || this.#now().getTime() - grant.consentedAt < CONSENT_MS
  }

  #tokens(grant: Grant): Tokens {
    const expiresAt = this.#now().getTime() + ACCESS_SECONDS * 1000
    // Two that are asked for in the same moment differ.
    const nonce = randomBytes(6).toString('base64url')
    return {
      accessToken: `Atza|${this.#seal.write('Atza', { ...grant, expiresAt, nonce })}`,
      refreshToken: `Atzr|${this.#seal.write('Atzr', grant)}`,
    }
  }

  #read<T>(kind: 'Atza' | 'Atzr', token: string): T | undefined {
    return token.startsWith(`${kind}|`) ? this.#seal.read<T>(kind, token.slice(kind.length + 1)) : undefined
  }
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
