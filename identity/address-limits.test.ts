import { expect, test } from 'vitest'
import { addressLimitsFrom, networkOf } from './address-limits.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

test('each kind of work has its own limit, and who goes on far beyond is told to stay away', async () => {
  const config = { firstStepsPerMinute: 2, answersPerMinute: 2, signUpsPerHour: 2, mailsPerHour: 2 }
  const limits = addressLimitsFrom(config, () => {
    const counts: Record<string, number> = {}
    return { add: async (key) => (counts[key] = (counts[key] ?? 0) + 1) }
  })
  const outcome = () =>
    limits.take('mail', '203.0.113.9').then(
      () => 'taken',
      (error: Error) => error.name,
    )
  const outcomes: string[] = []
  for (let n = 0; n < 22; n++) outcomes.push(await outcome())
  expect(outcomes.slice(0, 3)).toEqual(['taken', 'taken', 'TooManyRequestsException'])
  expect(outcomes.at(-1)).toBe('ForbiddenException')
  await limits.take('mail', '203.0.113.10')
  await limits.take('signUp', '203.0.113.9')
})
