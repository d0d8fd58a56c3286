/** Access tokens that are good still, so that an hour of calls costs one renewal. They are nowhere but in memory. */
import { LRUCache } from 'lru-cache'
import type { Tokens } from './clients.ts'

const CONSENTS_MAX = 20_000
const RENEWED_EARLY_MS = 60_000

type Renew = () => Promise<Tokens>

export class AccessTokens {
  readonly #now: () => number
  readonly #kept = new LRUCache<string, { accessToken: string; renewAt: number }>({ max: CONSENTS_MAX })
  readonly #renewals = new Map<string, Promise<string>>()

  /** @param now milliseconds of a clock that does not jump */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @param consent names what the token is of, and is no secret */
  async current(consent: string, renew: Renew): Promise<string> {
    const kept = this.#kept.get(consent)
    return kept && this.#now() < kept.renewAt ? kept.accessToken : this.#renewed(consent, renew)
  }

  /** The token of now has been refused: it is not given out again. */
  forget(consent: string, refused: string): void {
    if (this.#kept.get(consent)?.accessToken === refused) this.#kept.delete(consent)
  }

  #renewed(consent: string, renew: Renew): Promise<string> {
    const running = this.#renewals.get(consent)
    if (running) return running
    const renewal = this.#renew(consent, renew).finally(() => this.#renewals.delete(consent))
    this.#renewals.set(consent, renewal)
    return renewal
  }

  async #renew(consent: string, renew: Renew): Promise<string> {
    const { accessToken, expiresInSeconds } = await renew()
    const renewAt = this.#now() + expiresInSeconds * 1000 - RENEWED_EARLY_MS
    this.#kept.set(consent, { accessToken, renewAt })
    return accessToken
  }
}
