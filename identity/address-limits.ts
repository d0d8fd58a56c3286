import { isIPv6 } from 'node:net'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { refuse } from './errors.ts'
import type { AddressLimitConfig } from './service.ts'

export type LimitedWork = 'firstStep' | 'answer' | 'signUp' | 'mail'

/** After this many times its limit an address is told to stay away. */
const ABUSE_TIMES = 10

export interface AddressLimits {
  /** Refuses when too much of this has come from the address lately. */
  take(work: LimitedWork, address: string): Promise<void>
}

/** Counted in the process: after a restart an address begins anew, which accounts do not. */
export function addressLimitsFrom(
  config: AddressLimitConfig | (() => Promise<AddressLimitConfig>),
): AddressLimits {
  // These count; what is too much is looked up for each request.
  const counter = (duration: number) => new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration })
  const counters: Record<LimitedWork, { counter: RateLimiterMemory; limit: keyof AddressLimitConfig }> = {
    firstStep: { counter: counter(60), limit: 'firstStepsPerMinute' },
    answer: { counter: counter(60), limit: 'answersPerMinute' },
    signUp: { counter: counter(3600), limit: 'signUpsPerHour' },
    mail: { counter: counter(3600), limit: 'mailsPerHour' },
  }
  return {
    async take(work, address) {
      const { counter, limit } = counters[work]
      const { consumedPoints } = await counter.consume(networkOf(address))
      const most = Math.max((typeof config === 'function' ? await config() : config)[limit], 1)
      if (consumedPoints <= most) return
      if (consumedPoints > most * ABUSE_TIMES) throw refuse.suspicious()
      throw refuse.tooManyRequests()
    },
  }
}

/** Whoever has an IPv6 address has billions beside it: the network of 64 bits counts. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = address.includes('::')
    ? [...left, ...Array<string>(Math.max(8 - left.length - right.length, 0)).fill('0'), ...right]
    : left
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
