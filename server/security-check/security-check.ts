import { hkdfSync, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'

/** About two seconds of a laptop, in four threads half a second; a thousand addresses' worth is dear. */
const ALGORITHM = 'PBKDF2/SHA-256'
const ITERATIONS = 2_000
const COUNTER_MIN = 500
const COUNTER_MAX = 2_500
const CHALLENGE_LIFE_MS = 5 * 60_000
/** Whoever does not take the check is let alone after so long: addresses change hands. */
const SUSPECT_MS = 60 * 60_000
/** Beyond so many the oldest suspects and spent challenges are forgotten. */
const REMEMBERED_MAX = 100_000

/** A calculation that somebody was given, with its result; both as the library writes them. */
export const SecurityCheckAnswer = z.object({
  challenge: z.object({ parameters: z.looseObject({}), signature: z.string().max(200) }),
  solution: z.object({ counter: z.number().int().min(0), derivedKey: z.string().max(200) }),
})

export interface SecurityCheckOptions {
  secretKey: Buffer
  /** As they are at the moment. */
  limits: () => Promise<{ callsPerMinute: number; failuresPerHour: number }>
  /** What of an address counts as one. */
  networkOf: (address: string) => string
  now: () => Date
  onEvent: (event: 'needed' | 'passed' | 'refused', address: string) => void
}

/** Slows programs down that send far more than people do: from then on their address has to calculate something first. */
export interface SecurityCheck {
  /** What of an address counts as one. */
  networkOf(address: string): string
  /** Whether the address has to pass the check first. */
  isNeeded(address: string): boolean
  /** Counts a call of somebody whom nobody knows. */
  called(address: string): Promise<void>
  /** Counts a password or a code that was refused. */
  failed(address: string): Promise<void>
  challenge(address: string): Promise<Challenge>
  /** Whether the answer is right, comes from where the challenge went, in time and for the first time. */
  pass(address: string, answer: z.infer<typeof SecurityCheckAnswer>): Promise<boolean>
}

/** Counted in the process: after a restart every address begins anew. */
export function openSecurityCheck({
  secretKey,
  limits,
  networkOf,
  now,
  onEvent,
}: SecurityCheckOptions): SecurityCheck {
  const secretFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)).toString('hex')
  const secrets = {
    hmacSignatureSecret: secretFor('security check'),
    hmacKeySignatureSecret: secretFor('security check, keys'),
  }
  // These count; what is too much is looked up for each.
  const points = Number.MAX_SAFE_INTEGER
  const calls = new RateLimiterMemory({ points, duration: 60 })
  const failures = new RateLimiterMemory({ points, duration: 3_600 })
  const suspects = new Map<string, number>()
  const spent = new Map<string, number>()

  const isSuspect = (network: string) => (suspects.get(network) ?? 0) > now().getTime()
  const count = async (
    counter: RateLimiterMemory,
    limit: 'callsPerMinute' | 'failuresPerHour',
    address: string,
  ): Promise<void> => {
    const network = networkOf(address)
    const { consumedPoints } = await counter.consume(network)
    if (consumedPoints <= (await limits())[limit] || isSuspect(network)) return
    remember(suspects, network, now().getTime() + SUSPECT_MS)
    onEvent('needed', address)
  }

  return {
    networkOf,
    isNeeded: (address) => isSuspect(networkOf(address)),
    called: (address) => count(calls, 'callsPerMinute', address),
    failed: (address) => count(failures, 'failuresPerHour', address),
    challenge: (address) =>
      createChallenge({
        algorithm: ALGORITHM,
        cost: ITERATIONS,
        counter: randomInt(COUNTER_MIN, COUNTER_MAX),
        deriveKey,
        expiresAt: new Date(now().getTime() + CHALLENGE_LIFE_MS),
        data: { network: networkOf(address) },
        ...secrets,
      }),
    async pass(address, { challenge, solution }) {
      const network = networkOf(address)
      // What the library can not read is no answer either.
      const { verified } = await verifySolution({
        challenge: challenge as unknown as Challenge,
        solution,
        deriveKey,
        ...secrets,
      }).catch(() => ({ verified: false }))
      const isTheirs = (challenge as unknown as Challenge).parameters.data?.['network'] === network
      if (!verified || !isTheirs || spent.has(challenge.signature)) {
        onEvent('refused', address)
        return false
      }
      remember(spent, challenge.signature, now().getTime() + CHALLENGE_LIFE_MS)
      suspects.delete(network)
      await Promise.all([calls.delete(network), failures.delete(network)])
      onEvent('passed', address)
      return true
    },
  }

  function remember(among: Map<string, number>, key: string, until: number): void {
    for (const [known, end] of among) {
      if (end > now().getTime() && among.size < REMEMBERED_MAX) break
      among.delete(known)
    }
    among.delete(key)
    among.set(key, until)
  }
}
