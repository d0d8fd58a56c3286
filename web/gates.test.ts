import { describe, expect, test } from 'vitest'
import { detourOf, GATES, type Area, type Visitor } from './gates.ts'

const FACTS = [
  'hasSession',
  'isPostRegistrationComplete',
  'hasPersonalDetails',
  'hasCurrencyPreference',
  'hasCompany',
  'isLetIn',
  'isConnected',
  'isCriticalSyncComplete',
  'hasPreReleaseFeatures',
  'isPlatformAdmin',
] as const
type Fact = (typeof FACTS)[number]

/** A visitor of whom all is true but what is named; whatever is asked is noted. */
function visitor(...lacking: Fact[]): { visitor: Visitor; asked: Fact[] } {
  const asked: Fact[] = []
  const answer = (fact: Fact) => {
    asked.push(fact)
    return !lacking.includes(fact)
  }
  return {
    asked,
    visitor: {
      hasSession: async () => answer('hasSession'),
      isPostRegistrationComplete: async () => answer('isPostRegistrationComplete'),
      hasPersonalDetails: async () => answer('hasPersonalDetails'),
      hasCurrencyPreference: async () => answer('hasCurrencyPreference'),
      hasCompany: async () => answer('hasCompany'),
      isLetIn: async () => answer('isLetIn'),
      isConnected: async () => answer('isConnected'),
      isCriticalSyncComplete: async () => answer('isCriticalSyncComplete'),
      hasPreReleaseFeatures: () => answer('hasPreReleaseFeatures'),
      isPlatformAdmin: async () => answer('isPlatformAdmin'),
    },
  }
}

describe.each<[Area, Partial<Record<Fact, string>>]>([
  ['authenticated', { hasSession: '/auth' }],
  [
    'onboarding',
    {
      hasSession: '/auth',
      isPostRegistrationComplete: '/postRegistration',
      hasPersonalDetails: '/postRegistration',
      isLetIn: '/blocked',
    },
  ],
  [
    'importing',
    {
      hasSession: '/auth',
      isPostRegistrationComplete: '/postRegistration',
      hasCurrencyPreference: '/currencyPreference',
      hasCompany: '/postRegistration',
      isLetIn: '/blocked',
    },
  ],
  [
    'syncing',
    {
      hasSession: '/auth',
      isPostRegistrationComplete: '/postRegistration',
      hasCurrencyPreference: '/currencyPreference',
      hasCompany: '/postRegistration',
      isLetIn: '/blocked',
      isConnected: '/onboarding',
    },
  ],
  [
    'onboarded',
    {
      hasSession: '/auth',
      isPostRegistrationComplete: '/postRegistration',
      hasCurrencyPreference: '/currencyPreference',
      hasCompany: '/postRegistration',
      isLetIn: '/blocked',
      isConnected: '/onboarding',
      isCriticalSyncComplete: '/syncInProgress',
    },
  ],
  [
    'preRelease',
    {
      hasSession: '/auth',
      isPostRegistrationComplete: '/postRegistration',
      hasCurrencyPreference: '/currencyPreference',
      hasCompany: '/postRegistration',
      isLetIn: '/blocked',
      isConnected: '/onboarding',
      isCriticalSyncComplete: '/syncInProgress',
      hasPreReleaseFeatures: '/',
    },
  ],
  ['admin', { hasSession: '/auth', isPlatformAdmin: '/' }],
])('%s', (area, detours) => {
  test.each(FACTS)('without %s', async (fact) => {
    expect(await detourOf(area, visitor(fact).visitor)).toBe(detours[fact] ?? null)
  })

  test('who lacks nothing passes', async () => {
    expect(await detourOf(area, visitor().visitor)).toBeNull()
  })

  test('the first rule that is not met decides, and nothing after it is asked', async () => {
    const lacksAll = visitor(...FACTS)
    expect(await detourOf(area, lacksAll.visitor)).toBe('/auth')
    expect(lacksAll.asked).toEqual(['hasSession'])
  })

  test('rules are asked in their order', async () => {
    const passes = visitor()
    await detourOf(area, passes.visitor)
    expect(passes.asked).toEqual(GATES[area].map(([asks]) => asks))
    expect(passes.asked).toEqual(Object.keys(detours))
  })
})
