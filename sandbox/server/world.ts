import type { Seller } from '../seller.ts'
import type { Consents } from './consents.ts'
import type { Documents } from './documents.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Seal } from './seal.ts'

/** An application that is registered at the pretend Amazon. */
export interface SandboxApplication {
  /** Of Login with Amazon, `amzn1.application-oa2-client.…`. */
  clientId: string
  clientSecret: string
  /** Of the Selling Partner API, `amzn1.sellerapps.app.…`; without one it is an application of the Advertising API alone. */
  applicationId?: string
  /** Where people may be sent back to, letter for letter; the first is taken where none is asked for. */
  redirectUris: readonly string[]
  /** Of the Selling Partner API: not listed yet, so that `version=beta` has to be asked for. */
  isDraft?: boolean
}

/** What all parts of the pretend Amazon share. */
export interface World {
  readonly sellers: ReadonlyMap<string, Seller>
  readonly applications: readonly SandboxApplication[]
  now(): Date
  /** How many times faster than Amazon's reports are made and limits refill. */
  readonly speed: number
  readonly seal: Seal
  readonly limits: RateLimits
  readonly consents: Consents
  readonly documents: Documents
}
