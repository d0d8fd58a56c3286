import { isIPv6 } from 'node:net'
import { refuse } from './errors.ts'
import type { AddressLimitConfig } from './service.ts'

export type LimitedWork = 'firstStep' | 'answer' | 'signUp' | 'mail'

/** After this many times its limit an address is told to stay away. */
const ABUSE_TIMES = 10

export interface AddressLimits {
  /** Refuses when too much of this has come from the address lately. */
  take(work: LimitedWork, address: string): Promise<void>
}

/** Makes a counter that forgets what it counted so long after the first of it; those of one name may count together. */
export type MakeCounter = (name: string, seconds: number) => { add(key: string): Promise<number> }

/** These count; what is too much is looked up for each request. */
export function addressLimitsFrom(
  config: AddressLimitConfig | (() => Promise<AddressLimitConfig>),
  counter: MakeCounter,
): AddressLimits {
  const counters: Record<LimitedWork, { counter: ReturnType<MakeCounter>; limit: keyof AddressLimitConfig }> =
    {
      firstStep: { counter: counter('firstStep', 60), limit: 'firstStepsPerMinute' },
      answer: { counter: counter('answer', 60), limit: 'answersPerMinute' },
      signUp: { counter: counter('signUp', 3600), limit: 'signUpsPerHour' },
      mail: { counter: counter('mail', 3600), limit: 'mailsPerHour' },
    }
  return {
    async take(work, address) {
      const { counter, limit } = counters[work]
      const taken = await counter.add(networkOf(address))
      const most = Math.max((typeof config === 'function' ? await config() : config)[limit], 1)
      if (taken <= most) return
      if (taken > most * ABUSE_TIMES) throw refuse.suspicious()
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
