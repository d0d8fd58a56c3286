import { hkdfSync, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { z } from 'zod'
import type { MakeCounter } from '#server/accounts/index.ts'

/** About two seconds of a laptop, in four threads half a second; a thousand addresses' worth is dear. */
const ALGORITHM = 'PBKDF2/SHA-256'
const ITERATIONS = 2_000
const COUNTER_MIN = 500
const COUNTER_MAX = 2_500
const CHALLENGE_LIFE_SECONDS = 5 * 60
/** Whoever does not take the check is let alone after so long: addresses change hands. */
const SUSPECT_SECONDS = 60 * 60

/** A calculation that somebody was given, with its result; both as the library writes them. */
export const SecurityCheckAnswer = z.object({
  challenge: z.object({ parameters: z.looseObject({}), signature: z.string().max(200) }),
  solution: z.object({ counter: z.number().int().min(0), derivedKey: z.string().max(200) }),
})

export interface SecurityCheckOptions {
  secretKey: Buffer
  counter: MakeCounter
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
  isNeeded(address: string): Promise<boolean>
  /** Counts a call of somebody whom nobody knows. */
  called(address: string): Promise<void>
  /** Counts a password or a code that was refused. */
  failed(address: string): Promise<void>
  challenge(address: string): Promise<Challenge>
  /** Whether the answer is right, comes from where the challenge went, in time and for the first time. */
  pass(address: string, answer: z.infer<typeof SecurityCheckAnswer>): Promise<boolean>
}

/** Of one address all processes of an installation know the same: where it was asked for, any of them takes the answer. */
export function openSecurityCheck({
  secretKey,
  counter,
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
  const calls = counter('call', 60)
  const failures = counter('failure', 3_600)
  const suspects = counter('suspect', SUSPECT_SECONDS)
  const spent = counter('spent check', CHALLENGE_LIFE_SECONDS)

  const count = async (
    what: typeof calls,
    limit: 'callsPerMinute' | 'failuresPerHour',
    address: string,
  ): Promise<void> => {
    const network = networkOf(address)
    const counted = await what.add(network)
    if (counted <= (await limits())[limit] || (await suspects.has(network))) return
    if ((await suspects.add(network)) === 1) onEvent('needed', address)
  }

  return {
    networkOf,
    isNeeded: (address) => suspects.has(networkOf(address)),
    called: (address) => count(calls, 'callsPerMinute', address),
    failed: (address) => count(failures, 'failuresPerHour', address),
    challenge: (address) =>
      createChallenge({
        algorithm: ALGORITHM,
        cost: ITERATIONS,
        counter: randomInt(COUNTER_MIN, COUNTER_MAX),
        deriveKey,
        expiresAt: new Date(now().getTime() + CHALLENGE_LIFE_SECONDS * 1_000),
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
      if (!verified || !isTheirs || (await spent.add(challenge.signature)) > 1) {
        onEvent('refused', address)
        return false
      }
      await Promise.all([suspects, calls, failures].map((counted) => counted.forget(network)))
      onEvent('passed', address)
      return true
    },
  }
}
